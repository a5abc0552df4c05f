import type { Form } from '#forms/form.ts'
import type { Collection } from './collection.ts'
import { find, type Found, type List, type ListRequest } from './find.ts'
import { wordsOf } from './normalize-for-search.ts'
import { orderOf } from './order.ts'
import type { Row } from './rows/row.ts'
import type { Counts, Segment } from './rows/segment.ts'
import { indexedIn, requireWhole, withView, type View } from './rows/view.ts'
import { OLDEST } from './spans.ts'
import { countsOf, filterOf, isMeant, overdueBehind, sum } from './status.ts'
import type { Filter, StatusCounts } from './status.ts'

/** A page of the list; the newest page waits for nothing but itself. */
export function list<F extends Form>(
  collection: Collection<F>,
  request: ListRequest,
): Promise<List<F>> {
  const { isHeld = false, status, text = '', order } = request
  const words = wordsOf(text)
  const isPlain = words.length === 0 && order.sort === ''
  return withView(collection, async (view) => {
    const late = await overdueBehind(collection.form)
    const filter = filterOf(isHeld, status, late)
    const [found, counts] = await Promise.all([
      isPlain ? newest(view, filter, request) : find(view, words, filter, request),
      countsOf(view.segments, late),
    ])
    return { ...found, counts, ...(isPlain && indexedIn(view, isHeld)) }
  })
}

/** Every row that holds all these words, held ones too, and whether all of the list was looked at. */
export const findAll = <F extends Form>(collection: Collection<F>, words: readonly string[]) =>
  withView(collection, async (view) => {
    const request = { order: orderOf(collection.form, ''), limit: Infinity }
    const filters = [false, true].map((isHeld) => filterOf(isHeld, undefined, null))
    // Half an answer is none here, so it may take all the time that there is.
    const both = await Promise.all(
      filters.map((filter) => find(view, words, filter, request, Infinity)),
    )
    return {
      rows: both.flatMap(({ rows }) => rows),
      isWhole: both.every(({ indexed }) => indexed?.done === indexed?.of),
      indexed: {
        done: sum(both.map(({ indexed }) => indexed?.done ?? 0)),
        of: sum(both.map(({ indexed }) => indexed?.of ?? 0)),
      },
    }
  })

/** The counts of a whole list, as they will be then if nothing is done. Half of them are none. */
export const countsAt = (collection: Collection, then: number): Promise<StatusCounts> =>
  withView(collection, async (view) => {
    const counts = await countsOf(view.segments, await overdueBehind(collection.form, then))
    requireWhole(view)
    return counts
  })

/** How many shown records there are, and how many held ones, as far as they were counted. */
export const total = (collection: Collection) =>
  withView(collection, (view) =>
    Promise.resolve({
      shown: sumOf(view.segments, false),
      held: sumOf(view.segments, true),
      ...indexedIn(view),
    }),
  )

/** All counts of these segments. */
function sumOf(segments: readonly Segment[], isHeld: boolean): Counts {
  const counts = segments.map((segment) => segment.counts(isHeld))
  return {
    rows: sum(counts.map(({ rows }) => rows)),
    unseen: sum(counts.map(({ unseen }) => unseen)),
    unanswered: sum(counts.map(({ unanswered }) => unanswered)),
  }
}

/** The newest rows that are meant, behind a position, and how many there are in all. */
export async function newest<F extends Form>(
  view: View<F>,
  filter: Filter,
  { limit, after }: ListRequest,
): Promise<Found<F>> {
  const { isHeld } = filter
  const behind = [after?.id ?? '', filter.behind].sort().at(-1) ?? ''
  const page = { behind, most: limit + 1 }
  const counted = await Promise.all(
    view.segments.map(async (segment) => ({ segment, count: await filter.count(segment) })),
  )
  const left = counted.filter(({ segment, count }) => segment.span.to > behind && count > 0)
  const found: { id: string; at: () => Row<F> }[] = []
  // Some of what was counted may be gone by the time that it is read: then there is room for more.
  while (found.length < page.most && (left[0]?.segment.span.from ?? view.to) < view.to) {
    const next = left.splice(0, enough(left, after?.id ?? '', page.most))
    const read = await Promise.all(next.map(({ segment }) => segment.lines(isHeld, page)))
    for (const lines of read) {
      const rows = lines.ids.map((id, place) => ({ id, place, at: () => lines.at(place) }))
      found.push(...rows.filter(({ id, place }) => id > behind && isMeant(lines, place, filter)))
    }
  }
  // What comes behind the first one that is missing comes on another page.
  const known = found.filter(({ id }) => id < view.to)
  const shown = known.slice(0, limit)
  const last = shown.at(-1)
  const isMore = known.length > limit || view.to < OLDEST
  return {
    rows: shown.map(({ at }) => at()),
    total: sum(counted.map(({ count }) => count)),
    next: last && isMore ? { text: '', id: last.id } : null,
  }
}

/** How many of the segments a page needs, as far as their counts say; they are read side by side. */
function enough(
  counted: readonly { segment: Segment; count: number }[],
  behind: string,
  most: number,
): number {
  let rows = 0
  const last = counted.findIndex(({ segment, count }) => {
    // Of the segment that the page begins in, some rows may lie before it.
    if (behind === '' || segment.span.from > behind) rows += count
    return rows >= most
  })
  return last === -1 ? counted.length : last + 1
}
