import type { Collection } from './collection.ts'
import { overdueBehind, statusCounts, sum } from './counts.ts'
import { find, type Found, type List, type ListRequest } from './find.ts'
import { wordsOf } from './normalize-for-search.ts'
import { orderOf } from './order.ts'
import type { Row } from './rows/row.ts'
import type { Segment } from './rows/segment.ts'
import { indexedIn, withView, type View } from './rows/view.ts'
import { OLDEST } from './spans.ts'
import { filterOf, isMeant, type Filter } from './status.ts'

export function list(collection: Collection, request: ListRequest): Promise<List> {
  const { isHeld = false, status, text = '', order } = request
  const words = wordsOf(text)
  const isPlain = words.length === 0 && order.sort === ''
  return withView(collection, async (view) => {
    const late = await overdueBehind(collection.form)
    const filter = filterOf(isHeld, status, late)
    const [found, counts] = await Promise.all([
      isPlain ? newest(view, filter, request) : find(view, words, filter, request),
      statusCounts(view.segments, late),
    ])
    return { ...found, counts, ...(isPlain && indexedIn(view, isHeld)) }
  })
}

/** Every row that holds all these words, held ones too. */
export const findAll = (collection: Collection, words: readonly string[]) =>
  withView(collection, async (view) => {
    const request = { order: orderOf(collection.form, ''), limit: Infinity }
    // Half an answer is none here, so it may take all the time that there is.
    const part = (isHeld: boolean) =>
      find(view, words, filterOf(isHeld, undefined, null), request, Infinity)
    const both = await Promise.all([part(false), part(true)])
    const done = sum(both.map(({ indexed }) => indexed?.done ?? 0))
    const of = sum(both.map(({ indexed }) => indexed?.of ?? 0))
    return { rows: both.flatMap(({ rows }) => rows), isWhole: done === of, indexed: { done, of } }
  })

async function newest(view: View, filter: Filter, { limit, after }: ListRequest): Promise<Found> {
  const begin = after?.id ?? ''
  const behind = begin > filter.behind ? begin : filter.behind
  const page = { behind, most: limit + 1 }
  const counted = await Promise.all(
    view.segments.map(async (segment) => ({ segment, count: await filter.count(segment) })),
  )
  const left = counted.filter(({ segment, count }) => segment.span.to > behind && count > 0)
  const found: { id: string; row: () => Row }[] = []
  // Some of what was counted may be gone by the time that it is read: then there is room for more.
  while (found.length < page.most && (left[0]?.segment.span.from ?? view.to) < view.to) {
    const next = left.splice(0, enough(left, begin, page.most))
    const read = next.map(({ segment }) => segment.lines(filter.isHeld, page))
    for (const lines of await Promise.all(read)) {
      const rows = lines.ids.map((id, index) => ({ id, index, row: () => lines.at(index) }))
      found.push(...rows.filter(({ id, index }) => id > behind && isMeant(lines, index, filter)))
    }
  }
  // What comes after the first one that is missing comes on another page.
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

/** How many of the segments a page needs, as far as their counts say. */
function enough(
  counted: readonly { segment: Segment; count: number }[],
  begin: string,
  most: number,
): number {
  let rows = 0
  const last = counted.findIndex(({ segment, count }) => {
    // Of the segment that the page begins in, some rows may lie before it.
    if (begin === '' || segment.span.from > begin) rows += count
    return rows >= most
  })
  return last === -1 ? counted.length : last + 1
}
