import pMap from 'p-map'
import type { StatusCounts } from '#api/admin-contract.ts'
import { plainText } from '#forms/in-words.ts'
import type { Status } from '#forms/statuses.ts'
import { StorageDown } from '#server/storage/faults.ts'
import { maySpend, timeLeft } from '#server/storage/request-context.ts'
import type { Collection } from './collection.ts'
import { orderOf, topN, type Order, type Position } from './order.ts'
import { sum, type Row } from './row.ts'
import { allRead, columnOf, type Rows } from './rows/chunk.ts'
import { countsIn, type Segment } from './rows/segment.ts'
import { indexedIn, withView, type View } from './rows/view.ts'
import { matching } from './rows/row-index.ts'
import { wordsOf } from './search.ts'
import { OLDEST } from './spans.ts'
import { dueAfter, filterOf, matchesFilter, statusCounts, type Filter } from './status.ts'

export type ListRequest = {
  isHeld?: boolean
  status?: Status | undefined
  text?: string
  order: Order
  limit: number
  after?: Position | undefined
}

export type List = {
  rows: Row[]
  total: number
  next: Position | null
  /** Counts of the whole list, not of this page. */
  counts: StatusCounts
  /** How many of how many rows were read; another request reads more. */
  indexed?: { done: number; of: number }
}

type Page = Omit<List, 'counts'>

const SEGMENTS_AT_ONCE = 32
/** Segments that were not read by then are skipped. */
const FINDING_MS = 2_500
const RESERVE_MS = 500

export function list(collection: Collection, request: ListRequest): Promise<List> {
  const { isHeld = false, status, text = '', order } = request
  const words = wordsOf(text)
  const isPlain = words.length === 0 && order.sort === ''
  return withView(collection, async (view) => {
    const due = await dueAfter(collection.form)
    const filter = filterOf(isHeld, status, due)
    const [found, counts] = await Promise.all([
      isPlain ? newest(view, filter, request) : find(view, words, filter, request),
      statusCounts(view.segments, due),
    ])
    // A search says how far it has come by itself.
    return { ...found, counts, ...(isPlain && indexedIn(view, isHeld)) }
  })
}

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

async function newest(view: View, filter: Filter, { limit, after }: ListRequest): Promise<Page> {
  const cursor = after?.id ?? ''
  const from = cursor > filter.after ? cursor : filter.after
  const page = { after: from, most: limit + 1 }
  const counted = await Promise.all(
    view.segments.map(async (segment) => ({ segment, count: await filter.count(segment) })),
  )
  const left = counted.filter(({ segment, count }) => segment.span.to > from && count > 0)
  const found: { id: string; row: () => Row }[] = []
  // Counted records may be gone when they are read, which leaves room for more.
  while (found.length < page.most && left[0] && left[0].segment.span.from < view.to) {
    const next = left.splice(0, enough(left, cursor, page.most))
    const read = next.map(({ segment }) => segment.rows(filter.isHeld, page))
    for (const rows of await allRead(read)) {
      const all = rows.ids.map((id, index) => ({ id, index, row: () => rows.row(index) }))
      found.push(...all.filter(({ id, index }) => id > from && matchesFilter(rows, index, filter)))
    }
  }
  // The page ends before the first missing record.
  const known = found.filter(({ id }) => id < view.to)
  const shown = known.slice(0, limit)
  const last = shown.at(-1)
  const isMore = known.length > limit || view.to < OLDEST
  return {
    rows: shown.map(({ row }) => row()),
    total: sum(counted.map(({ count }) => count)),
    next: last && isMore ? { text: '', id: last.id } : null,
  }
}

/** How many segments a page needs, by their counts. */
function enough(
  counted: readonly { segment: Segment; count: number }[],
  cursor: string,
  most: number,
): number {
  let rows = 0
  const last = counted.findIndex(({ segment, count }) => {
    // Some rows of the page's first segment may lie before it.
    if (cursor === '' || segment.span.from > cursor) rows += count
    return rows >= most
  })
  return last === -1 ? counted.length : last + 1
}
