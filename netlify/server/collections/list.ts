import type { Form } from '#forms/form.ts'
import { storageTimeLeft } from '#server/http/request-context.ts'
import type { Collection } from './collection.ts'
import { find, type List, type ListRequest } from './find.ts'
import { wordsOf } from './normalize-for-search.ts'
import { fold } from './folding/fold.ts'
import type { Row } from './rows/row.ts'
import type { Counts, Page, Segment } from './rows/segment.ts'
import { withView, type View } from './rows/view.ts'

/** What a search may take for making rows of what has none yet, in milliseconds. */
const FOLDING_MS = 2_000

/** A page of the list; the newest page waits for nothing but itself. */
export function list<F extends Form>(
  collection: Collection<F>,
  request: ListRequest,
  hasFolded = false,
): Promise<List<F>> {
  const words = wordsOf(request.text ?? '')
  const isPlain = words.length === 0 && request.order.sort === ''
  return withView(collection, async (view) => {
    if (isPlain) return newest(view, request)
    if (hasFolded || !view.hasGaps) return find(view, words, request)
    await fold(collection, Math.min(FOLDING_MS, storageTimeLeft() / 2))
    return list(collection, request, true)
  })
}

/** How many shown records there are, and how many held ones. */
export const total = (collection: Collection): Promise<{ shown: Counts; held: Counts }> =>
  withView(collection, ({ segments }) =>
    Promise.resolve({ shown: sum(segments, false), held: sum(segments, true) }),
  )

/** All counts of these segments. */
function sum(segments: readonly Segment[], isHeld: boolean): Counts {
  const counts = { rows: 0, unseen: 0, unanswered: 0 }
  for (const segment of segments) {
    const { rows, unseen, unanswered } = segment.counts(isHeld)
    counts.rows += rows
    counts.unseen += unseen
    counts.unanswered += unanswered
  }
  return counts
}

async function newest<F extends Form>(
  { segments, unlooked }: View<F>,
  { isHeld = false, limit, after }: ListRequest,
): Promise<List<F>> {
  const behind = after?.id ?? ''
  const page = { behind, most: limit + 1 }
  const left = segments.filter(({ span, counts }) => span.to > behind && counts(isHeld).rows > 0)
  const found: { id: string; at: () => Row<F> }[] = []
  // Some of what was counted may be gone by the time that it is read: then there is room for more.
  while (found.length < page.most && left.length > 0) {
    const next = left.splice(0, enough(left, isHeld, page))
    for (const lines of await Promise.all(next.map((segment) => segment.lines(isHeld, page)))) {
      const rows = lines.ids.map((id, place) => ({ id, at: () => lines.at(place) }))
      found.push(...rows.filter(({ id }) => id > behind))
    }
  }
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const { rows: total } = sum(segments, isHeld)
  return {
    rows: shown.map(({ at }) => at()),
    total,
    next: last && found.length > limit ? { text: '', id: last.id } : null,
    ...(unlooked > 0 && { indexed: { done: total, of: total + unlooked } }),
  }
}

/** How many of the segments a page needs, as far as their counts say; they are read side by side. */
function enough(segments: readonly Segment[], isHeld: boolean, { behind, most }: Page): number {
  let rows = 0
  const last = segments.findIndex(({ span, counts }) => {
    // Of the segment that the page begins in, some rows may lie before it.
    if (behind === '' || span.from > behind) rows += counts(isHeld).rows
    return rows >= most
  })
  return last === -1 ? segments.length : last + 1
}
