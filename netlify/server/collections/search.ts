import type { Form } from '#forms/form.ts'
import { readAll } from './collection.ts'
import { cursorFor } from './cursor.ts'
import { firstOf } from './top-n.ts'
import { fold } from './normalize-for-search.ts'
import type { Order, Position } from './order.ts'
import { rowsOf, type Indexed } from './rows/rows.ts'

export type Wish = { search: string; order: Order; limit: number; after?: Position }

export type Found = { items: unknown[]; total: number; next: string | null; indexed: Indexed }

/**
 * The records whose sender's name or e-mail address holds the text, in this order; `total` counts
 * all of them. While the index is being made they are those found so far, and there is no next page.
 */
export async function search(form: Form, name: string, wish: Wish): Promise<Found> {
  const { order, limit, after } = wish
  const { rows, indexed } = await rowsOf(form, name)
  const sought = fold(wish.search)
  const matches = rows.filter((row) => row.sought.includes(sought)).map(order.positionOf)
  const behind = after ? matches.filter((one) => order.compare(one, after) > 0) : matches
  const page = firstOf(behind, limit + 1, order.compare)
  const shown = page.slice(0, limit)
  const last = shown.at(-1)
  const hasNext = page.length > limit && indexed.done === indexed.of
  return {
    items: await readAll(
      name,
      shown.map(({ id }) => id),
    ),
    total: matches.length,
    next: hasNext && last ? await cursorFor(order, last) : null,
    indexed,
  }
}
