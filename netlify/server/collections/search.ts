import type { Form } from '#forms/form.ts'
import { readAll, type Collection, type StoredRecord } from './collection.ts'
import { normalizeForSearch } from './normalize-for-search.ts'
import type { Order, Position } from './order.ts'
import { rowsOf, type Indexed } from './rows/rows.ts'
import { topN } from './top-n.ts'

/** What is searched for, how the result is sorted, and which page of it is asked for. */
type SearchRequest = { text: string; order: Order; limit: number; after?: Position }

/** A page of what was found; `next` is where the following page begins. */
type SearchResult<F extends Form = Form> = {
  records: StoredRecord<F>[]
  total: number
  next: Position | null
  indexed: Indexed
}

/**
 * The records whose sender's name or e-mail address holds the text, in this order; `total` counts
 * all of them. While the index is being made they are those found so far, and there is no next page.
 */
export async function search<F extends Form>(
  collection: Collection<F>,
  { text, order, limit, after }: SearchRequest,
): Promise<SearchResult<F>> {
  const { rows, indexed } = await rowsOf(collection)
  const sought = normalizeForSearch(text)
  const matches = rows.filter((row) => row.searched.includes(sought)).map(order.positionOf)
  const behind = after ? matches.filter((one) => order.compare(one, after) > 0) : matches
  const page = topN(behind, limit + 1, order.compare)
  const shown = page.slice(0, limit)
  const hasNext = page.length > limit && indexed.done === indexed.of
  const records = await readAll(
    collection,
    shown.map(({ id }) => id),
  )
  return { records, total: matches.length, next: hasNext ? (shown.at(-1) ?? null) : null, indexed }
}
