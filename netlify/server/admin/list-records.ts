import type { Collection } from '#server/collections/collection.ts'
import { list } from '#server/collections/list.ts'
import { json } from '#server/http/answers.ts'
import { cursorFor } from './cursor.ts'
import { listQuery } from './list-query.ts'
import { showing } from './shown-record.ts'

/** Records on a page of a list, unless `limit` asks for another number, and at most. */
const PAGE_SIZE = { usual: 50, most: 200 }

/**
 * The answer to a list's address: one page of the collection, as its query asks for, and the counts of
 * all of it. `indexed` says how far a search has come.
 */
export async function listRecords(
  collection: Collection,
  query: URLSearchParams,
): Promise<Response> {
  const asked = Math.floor(Number(query.get('limit'))) || PAGE_SIZE.usual
  const limit = Math.min(Math.max(asked, 1), PAGE_SIZE.most)
  const request = await listQuery(collection.form, query)
  const { rows, next, ...page } = await list(collection, { ...request, limit })
  const { listed } = await showing(collection.form)
  return json({
    items: rows.map(listed),
    next: next && (await cursorFor(request.order, next)),
    ...page,
  })
}
