import type { StatusCounts } from '#api/admin-contract.ts'
import type { Form } from '#forms/form.ts'
import type { Status } from '#forms/statuses.ts'
import { endOfToday, replyClockOf } from '#server/content/studio.ts'
import { idPrefixAt } from '#server/storage/record-id.ts'
import { sum, type Counts, type Done } from './row.ts'
import type { Rows } from './rows/chunk.ts'
import type { Segment } from './rows/segment.ts'

/** What a status means: which records of a list have it, and how many. */

/** Unanswered records older than this id are overdue by then; null if the form promises no reply. */
export async function overdueAfter(form: Form, then = Date.now()): Promise<string | null> {
  const clock = await replyClockOf(form)
  return clock && idPrefixAt(clock.overdueUpTo(then))
}

/**
 * Unanswered records older than the first id are overdue; those older than the second, by the end of
 * the day.
 */
export type DueAfter = { overdue: string; today: string }

/** Null if the form promises no reply. A reply that is due when the day ends is due today. */
export async function dueAfter(form: Form): Promise<DueAfter | null> {
  const overdue = await overdueAfter(form)
  const today = await overdueAfter(form, (await endOfToday()) + 1)
  return overdue === null || today === null ? null : { overdue, today }
}

/** Only the segment that holds this id has to read its rows. */
async function unansweredAfter(segment: Segment, id: string): Promise<number> {
  const { unanswered } = segment.counts(false)
  if (unanswered === 0 || segment.span.to <= id) return 0
  return segment.span.from > id ? unanswered : segment.unansweredAfter(id)
}

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

export async function countOf(
  segments: readonly Segment[],
  status: Status,
  due: DueAfter | null,
): Promise<number> {
  const { count } = filterOf(false, status, due)
  return sum(await Promise.all(segments.map(count)))
}

export async function statusCounts(
  segments: readonly Segment[],
  due: DueAfter | null,
): Promise<StatusCounts> {
  const of = (status: Status) => countOf(segments, status, due)
  const [isNew, waiting, overdue] = await Promise.all([of('new'), of('waiting'), of('overdue')])
  return { new: isNew, waiting, overdue, held: sum(segments.map((one) => one.counts(true).rows)) }
}
