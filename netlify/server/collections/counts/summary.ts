import { endOfToday } from '#server/content/studio.ts'
import type { Collection } from '../collection.ts'
import { newest } from '../list.ts'
import { orderOf } from '../order.ts'
import { indexedIn, withView } from '../rows/view.ts'
import { countsOf, filterOf, overdueBehind, sum, type StatusCounts } from '../status.ts'

/** A list in numbers. */
export type Summary = {
  total: number
  /** The id of its newest record. */
  newest: string | null
  counts: StatusCounts & {
    answered: number
    /** Waiting, not overdue, and due before the studio's day is over. */
    dueToday: number
  }
  /** How many records were counted, of how many at least; while some were not, asking again brings more. */
  indexed?: { done: number; of: number }
}

/** What a look at the list would say, without its records. */
export const summaryOf = (collection: Collection): Promise<Summary> =>
  withView(collection, async (view) => {
    const { form } = collection
    const late = await overdueBehind(form)
    // What is due when the day ends is due today.
    const lateTonight = await overdueBehind(form, (await endOfToday()) + 1)
    const [{ rows, total }, counts, tonight] = await Promise.all([
      newest(view, filterOf(false, undefined, late), { order: orderOf(form, ''), limit: 1 }),
      countsOf(view.segments, late),
      countsOf(view.segments, lateTonight),
    ])
    const shown = view.segments.map((one) => one.counts(false))
    const answered = sum(shown.map((one) => one.rows - one.unanswered))
    const dueToday = tonight.overdue - counts.overdue
    return {
      total,
      newest: rows[0]?.id ?? null,
      counts: { ...counts, answered, dueToday },
      ...indexedIn(view),
    }
  })
