import { json } from '#server/http/answers.ts'
import { requireMethod, requireSameOrigin } from '#server/http/request.ts'
import type { Collection } from '#server/collections/collection.ts'
import { read, remove } from '#server/collections/records.ts'
import { isHidden, type Row } from '#server/collections/rows/row.ts'
import { isId } from '#server/storage/record-id.ts'
import { hold, release } from '#server/submissions/release.ts'
import { actNamed } from '#server/http/act-named.ts'
import { answerRecord, noSuchRecord } from './answer-record.ts'
import { changeRecord } from './change-record.ts'
import { asksForHeld } from './list-query.ts'
import { listRecords } from './list-records.ts'
import { requireAdmin } from './session.ts'

/** What an address of the admin API names: the list, one record, or an act upon it. */
export type Target = { id?: string | undefined; act?: string | undefined }

/** What puts a record among the held ones or the others. */
const acts = { hold, release }

/** 404, 405, 403 or 401 unless the admin may ask this of the target. */
export async function guardRecords(request: Request, { id, act }: Target): Promise<void> {
  if (act) actNamed(acts, act)
  requireMethod(request, ...(act ? ['POST'] : id ? ['GET', 'PATCH', 'DELETE'] : ['GET']))
  if (request.method !== 'GET') requireSameOrigin(request)
  await requireAdmin(request)
}

/** Lists, reads, changes, removes, releases or holds what is in the collection; `state=held` means the held ones. */
export async function answerRecords(
  request: Request,
  collection: Collection,
  { id, act }: Target,
): Promise<Response> {
  const query = new URL(request.url).searchParams
  if (!id) return listRecords(collection, query)
  if (act) {
    // Where it stands there already, all is well.
    const placed = isId(id) && (await actNamed(acts, act)(collection, id))
    if (!placed) throw noSuchRecord(collection)
    return json({ ok: true, id: placed })
  }
  if (request.method === 'PATCH') return changeRecord(request, collection, id)
  // An address says on which of the two lists the record stands.
  const isHeld = asksForHeld(query)
  const isMeant = (row: Row) => isHidden(row) === isHeld
  if (request.method === 'DELETE') {
    if (await remove(collection, id, isMeant)) return json({ ok: true })
    throw noSuchRecord(collection)
  }
  const row = await read(collection, id)
  if (!row || !isMeant(row)) throw noSuchRecord(collection)
  return answerRecord(collection, row)
}
