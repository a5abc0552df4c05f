import type { Form } from '#forms/form.ts'
import { replyClockOf } from '#server/content/studio.ts'
import { countdown } from '#server/storage/record-id.ts'
import type { Done, Lines } from './rows/lines.ts'
import type { Counts, Segment } from './rows/segment.ts'

/** What a list can be narrowed to: not opened yet, without the promised answer, past its time, answered. */
export const STATUSES = ['new', 'waiting', 'overdue', 'answered'] as const
export type Status = (typeof STATUSES)[number]

/** How many listed records are new, waiting and overdue, and how many are held. */
export type StatusCounts = { new: number; waiting: number; overdue: number; held: number }

/** Which rows of a view are meant. */
export type Filter = {
  isHeld: boolean
  /** Not there where all do: then no row need be looked at. */
  matches?: (id: string, done: Done) => boolean
  /** How many rows of a segment match. */
  count: (segment: Segment) => Promise<number>
  /** No row up to this id matches. */
  behind: string
}

type Kind = Pick<Filter, 'matches'> & { countIn: (counts: Counts) => number }

const everything: Kind = { countIn: ({ rows }) => rows }
const nothing: Kind = { matches: () => false, countIn: () => 0 }
const kinds: Record<Exclude<Status, 'overdue'>, Kind> = {
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

/**
 * Behind which id every unanswered record is overdue by then: ids ascend into the past, and what came
 * earlier is due no later. Null where no reply is promised: there nothing waits for one.
 */
export async function overdueBehind(form: Form, then = Date.now()): Promise<string | null> {
  const clock = await replyClockOf(form)
  return clock && countdown(clock.overdueUpTo(then))
}

/** The rows of this status, all of them without one. */
export function filterOf(isHeld: boolean, status: Status | undefined, late: string | null): Filter {
  if (status === 'overdue' && late !== null) {
    const matches = (id: string, { isAnswered }: Done) => id > late && !isAnswered
    return { isHeld, matches, count: (one) => unansweredBehind(one, late), behind: late }
  }
  const { countIn, ...kind } = kindOf(status, late !== null)
  const count = (one: Segment) => Promise.resolve(countIn(one.counts(isHeld)))
  return { ...kind, isHeld, count, behind: '' }
}

function kindOf(status: Status | undefined, isPromised: boolean): Kind {
  if (!status) return everything
  if (status === 'overdue' || (status === 'waiting' && !isPromised)) return nothing
  return kinds[status]
}

/** Whether the row of this place matches. */
export function isMeant(lines: Lines, place: number, { matches }: Filter): boolean {
  if (!matches) return true
  const [id, done] = [lines.ids[place], lines.done[place]]
  return id !== undefined && done !== undefined && matches(id, done)
}

/** The counts of a whole list. */
export async function countsOf(
  segments: readonly Segment[],
  late: string | null,
): Promise<StatusCounts> {
  const shown = segments.map((one) => one.counts(false))
  const overdue = late === null ? [] : segments.map((one) => unansweredBehind(one, late))
  return {
    new: sum(shown.map(({ unseen }) => unseen)),
    waiting: late === null ? 0 : sum(shown.map(({ unanswered }) => unanswered)),
    overdue: sum(await Promise.all(overdue)),
    held: sum(segments.map((one) => one.counts(true).rows)),
  }
}

/** Only the segment in which this id lies has to look at its rows. */
async function unansweredBehind(segment: Segment, id: string): Promise<number> {
  const { unanswered } = segment.counts(false)
  if (unanswered === 0 || segment.span.to <= id) return 0
  return segment.span.from > id ? unanswered : segment.unansweredBehind(id)
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((all, one) => all + one, 0)
