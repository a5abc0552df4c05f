import pMap from 'p-map'
import type { Form } from '#forms/form.ts'
import { plainText } from '#forms/in-words.ts'
import type { Status } from '#forms/statuses.ts'
import { HttpError } from '#server/http/answers.ts'
import { StorageDown } from '#server/storage/faults.ts'
import { maySpend, timeLeft } from '#server/storage/request-context.ts'
import type { Collection } from './collection.ts'
import { newestFirst, sum, type Row } from './row.ts'
import { columnOf, type Rows } from './rows/chunk.ts'
import { countsIn } from './rows/segment.ts'
import { withView, type View } from './rows/view.ts'
import { matching } from './rows/row-index.ts'
import { filterOf, matchesFilter, type Filter } from './status.ts'

/** A search, or a list in the order of a column: it reads all rows of the list to give some. */

/** A row's position in a list. */
export type Position = { text: string; id: string }

export type Order = {
  /** The column, with a minus in front for its reverse; empty for the list's own order. */
  sort: string
  /** The column whose text a position holds beside its id; empty if the id is enough. */
  column: string
  compare: (a: Position, b: Position) => number
}

type Compare = Order['compare']

/** Compares numbers within a text as numbers, and ignores case and accents. */
const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

const oldestFirst: Compare = (a, b) => newestFirst(b, a)

/** Ids count down, so the newest is first. */
const byId: Record<string, Compare> = {
  '': newestFirst,
  '-createdAt': newestFirst,
  createdAt: oldestFirst,
  id: newestFirst,
  '-id': oldestFirst,
}

export function orderOf(form: Form, sort: string): Order {
  const column = sort.replace(/^-/, '')
  const compare = Object.hasOwn(byId, sort) ? byId[sort] : undefined
  if (compare) return { sort: compare === newestFirst ? '' : sort, column: '', compare }
  if (!form.columns.includes(column)) throw new HttpError(400, 'Unknown column.')
  return { sort, column, compare: byText(sort.startsWith('-') ? -1 : 1) }
}

/** Records without an answer come last both ways; equal ones are sorted newest first. */
const byText =
  (sign: 1 | -1): Compare =>
  (a, b) =>
    Number(a.text === '') - Number(b.text === '') ||
    sign * collator.compare(a.text, b.text) ||
    newestFirst(a, b)

/** What is asked of a list: held ones or shown ones, with all words of a text, after a position. */
export type ListRequest = {
  isHeld?: boolean
  status?: Status | undefined
  text?: string
  order: Order
  limit: number
  after?: Position | undefined
}

/** `indexed`: how many of how many rows were read; another request reads more. */
export type Page = {
  rows: Row[]
  total: number
  next: Position | null
  indexed?: { done: number; of: number }
}

const SEGMENTS_AT_ONCE = 32
/** Segments that were not read by then are skipped. */
const FINDING_MS = 2_500
const RESERVE_MS = 500

/** Every row that holds all these words, held ones too. */
export const findAll = (collection: Collection, words: readonly string[]) =>
  withView(collection, async (view) => {
    const request = { order: orderOf(collection.form, ''), limit: Infinity }
    // Half an answer is useless here, so it may take all the time of the request.
    const part = (isHeld: boolean) =>
      find(view, words, filterOf(isHeld, undefined, null), request, Infinity)
    const both = await Promise.all([part(false), part(true)])
    const done = sum(both.map(({ indexed }) => indexed?.done ?? 0))
    // What the view skipped belongs to both parts, so it is counted once, after both were read.
    const listed = sum([false, true].map((isHeld) => countsIn(view.segments, isHeld).rows))
    const of = listed + view.skipped.length
    return { rows: both.flatMap(({ rows }) => rows), isWhole: done === of, indexed: { done, of } }
  })

/** The rows with all words, in this order: all of them, or the newest that could be read. */
export async function find(
  view: View,
  words: readonly string[],
  filter: Filter,
  { order, limit, after }: ListRequest,
  ms = FINDING_MS,
): Promise<Page> {
  const { isHeld } = filter
  const end = performance.now() + ms
  const isTime = () => performance.now() < end && timeLeft() > RESERVE_MS
  const counts = await Promise.all(view.segments.map((segment) => filter.count(segment)))
  const wanted = view.segments.filter((_, index) => (counts[index] ?? 0) > 0)
  const read = await pMap(
    wanted,
    (segment) =>
      isTime() && maySpend(segment.requests(isHeld)) ? segment.rows(isHeld).catch(notNow) : null,
    { concurrency: SEGMENTS_AT_ONCE },
  )
  const all = read.filter((one) => one !== null)
  const found = all.map((rows) => {
    const indexes = matching(rows, words).filter((index) => matchesFilter(rows, index, filter))
    return { rows, indexes }
  })
  const first = topN(inOrder(found, order, after), limit + 1, order.compare)
  const shown = first.slice(0, limit)
  const last = shown.at(-1)
  const done = sum(all.map(({ ids }) => ids.length))
  const of = countsIn(wanted, isHeld).rows + view.skipped.length
  return {
    rows: shown.map(({ rows, index }) => rows.row(index)),
    total: sum(found.map(({ indexes }) => indexes.length)),
    next: last && first.length > limit && done === of ? { text: last.text, id: last.id } : null,
    indexed: { done, of },
  }
}

/** If one of many reads fails, the others are still worth an answer. */
function notNow(error: unknown): null {
  if (error instanceof StorageDown) return null
  throw error
}

function* inOrder(
  found: readonly { rows: Rows; indexes: number[] }[],
  { column, compare }: Order,
  after: Position | undefined,
) {
  for (const { rows, indexes } of found) {
    const texts = column && columnOf(rows, column, (row) => plainText(row.submission[column]))
    for (const index of indexes) {
      const match = { text: texts[index] ?? '', id: rows.ids[index] ?? '', rows, index }
      if (!after || compare(match, after) > 0) yield match
    }
  }
}

/** The first `n` in order, without sorting the others. */
export function topN<T>(all: Iterable<T>, n: number, compare: (a: T, b: T) => number): T[] {
  let first: T[] = []
  let last: T | undefined
  for (const one of all) {
    if (last !== undefined && compare(one, last) >= 0) continue
    first.push(one)
    if (first.length < 2 * n) continue
    first = first.sort(compare).slice(0, n)
    last = first[n - 1]
  }
  return first.sort(compare).slice(0, n)
}
