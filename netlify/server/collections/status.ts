import type { Status } from '#forms/statuses.ts'
import { unansweredAfter, type DueAfter } from './counts.ts'
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
