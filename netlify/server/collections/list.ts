import type { Form } from '#forms/form.ts'
import { timeLeft } from '#server/storage/budget.ts'
import type { Collection } from './collection.ts'
import { find, type Found, type List, type ListRequest } from './find.ts'
import { wordsOf } from './normalize-for-search.ts'
import { orderOf } from './order.ts'
import { fold } from './folding/fold.ts'
import type { Row } from './rows/row.ts'
import type { Counts, Segment } from './rows/segment.ts'
import { withView, type View } from './rows/view.ts'
import { countsOf, filterOf, isMeant, overdueBehind, sum } from './status.ts'
import type { Filter, StatusCounts } from './status.ts'

/** What a search may take for making rows of what has none yet, in milliseconds. */
const FOLDING_MS = 2_000

/** A page of the list; the newest page waits for nothing but itself. */
export function list<F extends Form>(
  collection: Collection<F>,
  request: ListRequest,
): Promise<List<F>> {
  const { isHeld = false, status, text = '', order } = request
  const words = wordsOf(text)
  const isPlain = words.length === 0 && order.sort === ''
  return (isPlain ? withView : withFolded)(collection, async (view) => {
    const late = await overdueBehind(collection.form)
    const filter = filterOf(isHeld, status, late)
    const [found, counts] = await Promise.all([
      isPlain ? newest(view, filter, request) : find(view, words, filter, request),
      countsOf(view.segments, late),
    ])
    return { ...found, counts }
  })
}

/** Every row that holds all these words, held ones too, and whether all of the list was looked at. */
export const findAll = <F extends Form>(collection: Collection<F>, words: readonly string[]) =>
  withFolded(collection, async (view) => {
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

/** The view; where records have no rows yet, once more after those have been made, as far as there is time. */
const withFolded: typeof withView = (collection, use) =>
  withView(collection, async (view) => {
    if (!view.hasGaps) return use(view)
    await fold(collection, Math.min(FOLDING_MS, timeLeft() / 2))
    return withView(collection, use)
  })

/** The counts of a whole list, as they will be then if nothing is done. */
export const countsAt = (collection: Collection, then: number): Promise<StatusCounts> =>
  withView(collection, async ({ segments }) =>
    countsOf(segments, await overdueBehind(collection.form, then)),
  )

/** How many shown records there are, and how many held ones. */
export const total = (collection: Collection): Promise<{ shown: Counts; held: Counts }> =>
  withView(collection, ({ segments }) =>
    Promise.resolve({ shown: sumOf(segments, false), held: sumOf(segments, true) }),
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
  { segments, unlooked }: View<F>,
  filter: Filter,
  { limit, after }: ListRequest,
): Promise<Found<F>> {
  const { isHeld } = filter
  const behind = [after?.id ?? '', filter.behind].sort().at(-1) ?? ''
  const page = { behind, most: limit + 1 }
  const counted = await Promise.all(
    segments.map(async (segment) => ({ segment, count: await filter.count(segment) })),
  )
  const left = counted.filter(({ segment, count }) => segment.span.to > behind && count > 0)
  const found: { id: string; at: () => Row<F> }[] = []
  // Some of what was counted may be gone by the time that it is read: then there is room for more.
  while (found.length < page.most && left.length > 0) {
    const next = left.splice(0, enough(left, after?.id ?? '', page.most))
    const read = await Promise.all(next.map(({ segment }) => segment.lines(isHeld, page)))
    for (const lines of read) {
      const rows = lines.ids.map((id, place) => ({ id, place, at: () => lines.at(place) }))
      found.push(...rows.filter(({ id, place }) => id > behind && isMeant(lines, place, filter)))
    }
  }
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const { rows: done } = sumOf(segments, isHeld)
  return {
    rows: shown.map(({ at }) => at()),
    total: sum(counted.map(({ count }) => count)),
    next: last && found.length > limit ? { text: '', id: last.id } : null,
    ...(unlooked > 0 && { indexed: { done, of: done + unlooked } }),
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
