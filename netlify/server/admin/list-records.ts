import type { Collection } from '#server/collections/collection.ts'
import { list } from '#server/collections/list.ts'
import { orderOf } from '#server/collections/order.ts'
import { shown } from '#server/collections/rows/row.ts'
import { json } from '#server/http/answers.ts'
import { HttpError } from '#server/http/http-error.ts'
import { cursorFor, positionAt } from './cursor.ts'

/** Records on a page of a list, unless `limit` asks for another number, and at most. */
const PAGE_SIZE = { usual: 50, most: 200 }
/** Longest text that is searched for, in characters. */
const SEARCH_CAP = 254

/**
 * The answer to a list's address: one page of the collection, as `limit`, `cursor`, `search` and
 * `sort` ask for. `indexed` says how far a search has come. 400 where one of them is not ours.
 */
export async function listRecords(
  collection: Collection,
  query: URLSearchParams,
): Promise<Response> {
  const asked = Math.floor(Number(query.get('limit'))) || PAGE_SIZE.usual
  const limit = Math.min(Math.max(asked, 1), PAGE_SIZE.most)
  const text = (query.get('search') ?? '').trim()
  if (text.length > SEARCH_CAP) {
    throw new HttpError(400, `Search for ${SEARCH_CAP} characters at most.`)
  }
  const order = orderOf(collection.form, query.get('sort') ?? '')
  const cursor = query.get('cursor')
  const after = cursor === null ? undefined : await positionAt(order, cursor)
  const isHeld = query.get('state') === 'held'
  const { rows, next, ...page } = await list(collection, { isHeld, text, order, limit, after })
  return json({ items: rows.map(shown), next: next && (await cursorFor(order, next)), ...page })
}
