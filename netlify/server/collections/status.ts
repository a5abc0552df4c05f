import type { Status } from '#forms/statuses.ts'
import { unansweredAfter } from './counts.ts'
import type { Done, Rows } from './rows/rows.ts'
import type { Counts } from './row.ts'
import type { Segment } from './rows/segment.ts'

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

/** Filters by status; without one, all rows match. */
export function filterOf(
  isHeld: boolean,
  status: Status | undefined,
  overdueAfterId: string | null,
): Filter {
  if (status === 'overdue' && overdueAfterId !== null) {
    const matches = (id: string, { isAnswered }: Done) => id > overdueAfterId && !isAnswered
    return {
      isHeld,
      matches,
      count: (one) => unansweredAfter(one, overdueAfterId),
      after: overdueAfterId,
    }
  }
  const { countIn, ...kind } = kindOf(status, overdueAfterId !== null)
  const count = (one: Segment) => Promise.resolve(countIn(one.counts(isHeld)))
  return { ...kind, isHeld, count, after: '' }
}

function kindOf(status: Status | undefined, isPromised: boolean): Kind {
  if (!status) return everything
  if (status === 'overdue' || (status === 'waiting' && !isPromised)) return nothing
  return kinds[status]
}

export function matchesFilter(rows: Rows, index: number, { matches }: Filter): boolean {
  if (!matches) return true
  const id = rows.ids[index]
  return id !== undefined && matches(id, rows.done(index))
}
