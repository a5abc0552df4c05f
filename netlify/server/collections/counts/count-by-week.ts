import { countdown } from '#server/storage/record-id.ts'
import type { Collection } from '../collection.ts'
import type { Segment } from '../rows/segment.ts'
import { requireWhole, withView } from '../rows/view.ts'
import { NEWEST, isWithin, type Span } from '../spans.ts'
import { sum } from '../status.ts'

export const WEEK_MS = 7 * 24 * 60 * 60 * 1_000

/**
 * How many listed records came in each of the last weeks up to this moment, the newest week first.
 * Half of them are none.
 */
export const countByWeek = (
  collection: Collection,
  weeks: number,
  now: number,
): Promise<number[]> =>
  withView(collection, async (view) => {
    const counts = await Promise.all(
      Array.from({ length: weeks }, async (_, week) => {
        const span = {
          from: week === 0 ? NEWEST : countdown(now - week * WEEK_MS),
          to: countdown(now - (week + 1) * WEEK_MS),
        }
        return sum(await Promise.all(view.segments.map((one) => countIn(one, span))))
      }),
    )
    requireWhole(view)
    return counts
  })

/** How many listed records came since then. */
export const countSince = (collection: Collection, since: number): Promise<number> =>
  withView(collection, async ({ segments }) => {
    const span = { from: NEWEST, to: countdown(since - 1) }
    return sum(await Promise.all(segments.map((one) => countIn(one, span))))
  })

/** Only a segment that reaches into the span has to look at its rows. */
async function countIn(segment: Segment, span: Span): Promise<number> {
  const { from, to } = segment.span
  const { rows } = segment.counts(false)
  if (rows === 0 || to <= span.from || from >= span.to) return 0
  if (from >= span.from && to <= span.to) return rows
  const ids = await segment.ids(false)
  return ids.filter((id) => isWithin(span, id)).length
}
