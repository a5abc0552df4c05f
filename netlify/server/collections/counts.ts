import type { ListSummary } from '#api/admin-contract.ts'
import { DAY_MS } from '#server/storage/clock.ts'
import { idPrefixAt } from '#server/storage/record-id.ts'
import type { Collection } from './collection.ts'
import { sum } from './row.ts'
import { countsIn, type Segment } from './rows/segment.ts'
import { indexedIn, requireWhole, withView, type View } from './rows/view.ts'
import { NEWEST, isWithin, type Span } from './spans.ts'
import { countOf, dueAfter, statusCounts } from './status.ts'

export const total = (collection: Collection) =>
  withView(collection, (view) =>
    Promise.resolve({
      shown: countsIn(view.segments, false),
      held: countsIn(view.segments, true),
      ...indexedIn(view),
    }),
  )

export const summaryOf = (collection: Collection): Promise<ListSummary> =>
  withView(collection, async (view) => {
    const due = await dueAfter(collection.form)
    const [counts, answered, dueToday] = await Promise.all([
      statusCounts(view.segments, due),
      countOf(view.segments, 'answered', due),
      countOf(view.segments, 'today', due),
    ])
    return {
      total: countsIn(view.segments, false).rows,
      newest: await newestId(view),
      counts: { ...counts, answered, dueToday },
      ...indexedIn(view),
    }
  })

async function newestId({ segments, to }: View): Promise<string | null> {
  for (const one of segments.filter(({ counts }) => counts(false).rows > 0)) {
    const [id = to] = await one.ids(false)
    if (id < to) return id
  }
  return null
}

export const WEEK_MS = 7 * DAY_MS

/** Listed records of each of the last weeks, the newest week first. */
export const countByWeek = (collection: Collection, weeks: number, now: number) =>
  countIn(
    collection,
    Array.from({ length: weeks }, (_, week) => ({
      from: week === 0 ? NEWEST : idPrefixAt(now - week * WEEK_MS),
      to: idPrefixAt(now - (week + 1) * WEEK_MS),
    })),
  )

export const countSince = async (collection: Collection, since: number) =>
  sum(await countIn(collection, [{ from: NEWEST, to: idPrefixAt(since - 1) }]))

/** The ids of the listed records of a span. */
export const idsWithin = (collection: Collection, span: Span): Promise<string[]> =>
  withView(collection, async (view) => {
    const overlapping = view.segments.filter(
      ({ span: { from, to } }) => from < span.to && to > span.from,
    )
    const ids = (await Promise.all(overlapping.map((one) => one.ids(false)))).flat()
    requireWhole(view, span.to)
    return ids.filter((id) => isWithin(span, id))
  })

/** Listed records of each span; the oldest span is the last. */
const countIn = (collection: Collection, spans: readonly Span[]): Promise<number[]> =>
  withView(collection, async (view) => {
    const counts = await Promise.all(
      spans.map(async (span) =>
        sum(await Promise.all(view.segments.map((one) => countWithin(one, span)))),
      ),
    )
    requireWhole(view, spans.at(-1)?.to)
    return counts
  })

/** Only a segment that overlaps the span in part has to read its ids. */
async function countWithin(segment: Segment, span: Span): Promise<number> {
  const { from, to } = segment.span
  const { rows } = segment.counts(false)
  if (rows === 0 || to <= span.from || from >= span.to) return 0
  if (from >= span.from && to <= span.to) return rows
  return (await segment.ids(false)).filter((id) => isWithin(span, id)).length
}
