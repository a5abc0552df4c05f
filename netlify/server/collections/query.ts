import type { Form } from '#forms/form.ts'
import type { Status } from '#forms/statuses.ts'
import { HttpError } from '#server/http/answers.ts'
import { unansweredAfter, type DueAfter } from './counts.ts'
import { newestFirst, type Counts } from './row.ts'
import type { Rows } from './rows/chunk.ts'
import type { Segment } from './rows/segment.ts'
import type { Done } from './rows/row-index.ts'

/** What a list is asked for: rows of a status, in an order. */

export type Filter = {
  isHeld: boolean
  /** If it is undefined, all rows match and none is read. */
  matches?: (id: string, done: Done) => boolean
  count: (segment: Segment) => Promise<number>
  /** No row up to this id matches. */
  after: string
}

type Kind = Pick<Filter, 'matches'> & { countIn: (counts: Counts) => number }

const everything: Kind = { countIn: ({ rows }) => rows }
const nothing: Kind = { matches: () => false, countIn: () => 0 }
const kinds: Record<Exclude<Status, 'today' | 'overdue'>, Kind> = {
  new: { matches: (_, { isSeen }) => !isSeen, countIn: ({ unseen }) => unseen },
  waiting: {
    matches: (_, { isAnswered }) => !isAnswered,
    countIn: ({ unanswered }) => unanswered,
  },
  answered: {
    matches: (_, { isAnswered }) => isAnswered,
    countIn: ({ rows, unanswered }) => rows - unanswered,
  },
}

/** Filters by status; without one, all rows match. */
export function filterOf(
  isHeld: boolean,
  status: Status | undefined,
  due: DueAfter | null,
): Filter {
  if (status === 'overdue' && due) return { isHeld, ...dueWithin(due.overdue) }
  if (status === 'today' && due) return { isHeld, ...dueWithin(due.today, due.overdue) }
  const { countIn, ...kind } = kindOf(status, due !== null)
  const count = (one: Segment) => Promise.resolve(countIn(one.counts(isHeld)))
  return { ...kind, isHeld, count, after: '' }
}

/** Unanswered records after one id, and not after the other. */
const dueWithin = (after: string, upTo?: string): Omit<Filter, 'isHeld'> => ({
  matches: (id, { isAnswered }) => !isAnswered && id > after && !(upTo && id > upTo),
  async count(segment) {
    const all = await unansweredAfter(segment, after)
    return upTo ? all - (await unansweredAfter(segment, upTo)) : all
  },
  after,
})

function kindOf(status: Status | undefined, isPromised: boolean): Kind {
  if (!status) return everything
  if (status === 'today' || status === 'overdue' || (status === 'waiting' && !isPromised))
    return nothing
  return kinds[status]
}

export function matchesFilter(rows: Rows, index: number, { matches }: Filter): boolean {
  if (!matches) return true
  const id = rows.ids[index]
  return id !== undefined && matches(id, rows.done(index))
}

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
const words = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

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
    sign * words.compare(a.text, b.text) ||
    newestFirst(a, b)

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
