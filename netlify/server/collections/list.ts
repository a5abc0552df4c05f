import type { StatusCounts } from '#api/admin-contract.ts'
import type { Collection } from './collection.ts'
import { find, type ListRequest, type Page } from './find.ts'
import { sum, type Row } from './row.ts'
import { allRead } from './rows/chunk.ts'
import type { Segment } from './rows/segment.ts'
import { indexedIn, withView, type View } from './rows/view.ts'
import { wordsOf } from './search.ts'
import { OLDEST } from './spans.ts'
import { dueAfter, filterOf, matchesFilter, statusCounts, type Filter } from './status.ts'

/** `counts` are those of the whole list, not of this page. */
export type List = Page & { counts: StatusCounts }

/**
 * One page of a list. Without a status the filter lets every row through; without words and an order
 * of its own the page is the `newest`.
 */
export function list(collection: Collection, request: ListRequest): Promise<List> {
  const { isHeld = false, status, text = '', order } = request
  const words = wordsOf(text)
  const isPlain = words.length === 0 && order.sort === ''
  return withView(collection, async (view) => {
    const due = await dueAfter(collection.form)
    const filter = filterOf(isHeld, status, due)
    const [found, counts] = await Promise.all([
      isPlain ? newest(view, filter, request) : find(view, words, filter, request),
      statusCounts(view.segments, due),
    ])
    // A search says how far it has come by itself.
    return { ...found, counts, ...(isPlain && indexedIn(view, isHeld)) }
  })
}

/** Counts each segment, and reads as few of them as the page needs, from the newest on. */
async function newest(view: View, filter: Filter, { limit, after }: ListRequest): Promise<Page> {
  const cursor = after?.id ?? ''
  const from = cursor > filter.after ? cursor : filter.after
  const page = { after: from, most: limit + 1 }
  const counted = await Promise.all(
    view.segments.map(async (segment) => ({ segment, count: await filter.count(segment) })),
  )
  const left = counted.filter(({ segment, count }) => segment.span.to > from && count > 0)
  const found: { id: string; row: () => Row }[] = []
  // Counted records may be gone when they are read, which leaves room for more.
  while (found.length < page.most && left[0] && left[0].segment.span.from < view.to) {
    const next = left.splice(0, enough(left, cursor, page.most))
    const read = next.map(({ segment }) => segment.rows(filter.isHeld, page))
    for (const rows of await allRead(read)) {
      const all = rows.ids.map((id, index) => ({ id, index, row: () => rows.row(index) }))
      found.push(...all.filter(({ id, index }) => id > from && matchesFilter(rows, index, filter)))
    }
  }
  // The page ends before the first missing record.
  const known = found.filter(({ id }) => id < view.to)
  const shown = known.slice(0, limit)
  const last = shown.at(-1)
  const isMore = known.length > limit || view.to < OLDEST
  return {
    rows: shown.map(({ row }) => row()),
    total: sum(counted.map(({ count }) => count)),
    next: last && isMore ? { text: '', id: last.id } : null,
  }
}

/** How many segments a page needs, by their counts. */
function enough(
  counted: readonly { segment: Segment; count: number }[],
  cursor: string,
  most: number,
): number {
  let rows = 0
  const last = counted.findIndex(({ segment, count }) => {
    // Some rows of the page's first segment may lie before it.
    if (cursor === '' || segment.span.from > cursor) rows += count
    return rows >= most
  })
  return last === -1 ? counted.length : last + 1
}
