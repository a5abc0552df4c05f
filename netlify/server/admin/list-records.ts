import type { Form } from '#forms/form.ts'
import * as collection from '#server/collections/collection.ts'
import { positionAt } from '#server/collections/cursor.ts'
import { HttpError, json } from '#server/http/respond.ts'
import { orderOf } from '#server/collections/order.ts'
import { search } from '#server/collections/search.ts'
import type { Stored } from '#server/submissions/submission.ts'

const PAGE = { usual: 50, most: 200 }
/** Longest text that is searched for, in characters. */
const SEARCH_CAP = 254

/**
 * The answer to a list's address: one page of the records kept in `place`, as `limit`, `cursor`,
 * `search` and `sort` ask for. `indexed` is there where the index was asked.
 */
export async function list(form: Form, place: string, query: URLSearchParams): Promise<Response> {
  const asked = Math.floor(Number(query.get('limit'))) || PAGE.usual
  const limit = Math.min(Math.max(asked, 1), PAGE.most)
  const sought = (query.get('search') ?? '').trim()
  if (sought.length > SEARCH_CAP) {
    throw new HttpError(400, `Search for ${SEARCH_CAP} characters at most.`)
  }
  const order = orderOf(form, query.get('sort') ?? '')
  const cursor = query.get('cursor')
  const after = cursor === null ? undefined : await positionAt(order, cursor)
  const page =
    sought || order.sort
      ? await search(form, place, { search: sought, order, limit, ...(after && { after }) })
      : await collection.page(place, limit, after?.id)
  return json({ ...page, items: page.items.map((stored) => (stored as Stored).submission) })
}
