import type { Status } from '#api/admin-contract.ts'
import { unansweredBehind } from './counts.ts'
import type { Done, Lines } from './rows/lines.ts'
import type { Counts } from './rows/row.ts'
import type { Segment } from './rows/segment.ts'

/** Not opened yet, without the promised answer, past its time, answered. */
export const STATUSES: readonly Status[] = ['new', 'waiting', 'overdue', 'answered']

export type Filter = {
  isHeld: boolean
  /** Not there where all match: then no row need be looked at. */
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

export function isMeant(lines: Lines, index: number, { matches }: Filter): boolean {
  if (!matches) return true
  const [id, done] = [lines.ids[index], lines.done[index]]
  return id !== undefined && done !== undefined && matches(id, done)
}
