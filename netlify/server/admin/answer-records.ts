import * as collections from '#server/collections/collection.ts'
import { heldIn, type Collection } from '#server/collections/collection.ts'
import { json } from '#server/http/answers.ts'
import { HttpError } from '#server/http/http-error.ts'
import { requireMethod, requireSameOrigin } from '#server/http/request.ts'
import { release } from '#server/submissions/release.ts'
import { listRecords } from './list-records.ts'
import { requireAdmin } from './session.ts'

/** What an address of the admin API names: the list, one record, or an act upon it. */
type Target = { id?: string | undefined; act?: string | undefined }

/** 405, 403 or 401 unless the admin may ask this of the target. */
export async function guardRecords(request: Request, { id, act }: Target): Promise<void> {
  requireMethod(request, ...(act ? ['POST'] : id ? ['GET', 'DELETE'] : ['GET']))
  if (request.method !== 'GET') requireSameOrigin(request)
  await requireAdmin(request)
}

/** Lists, reads, removes or releases what is in the collection; `state=held` means the held ones. */
export async function answerRecords(
  request: Request,
  collection: Collection,
  { id, act }: Target,
): Promise<Response> {
  const query = new URL(request.url).searchParams
  const asked = query.get('state') === 'held' ? heldIn(collection) : collection
  if (!id) return listRecords(asked, query)
  if (act) return releaseHeld(collection, id)
  return request.method === 'DELETE' ? remove(asked, id) : read(asked, id)
}

async function read(collection: Collection, id: string): Promise<Response> {
  const record = await collections.read(collection, id)
  if (record === null) throw noSuchRecord(collection)
  return json(record.submission)
}

async function releaseHeld(collection: Collection, id: string): Promise<Response> {
  const releasedId = await release(collection, id)
  if (releasedId === null) throw noSuchRecord(collection)
  return json({ ok: true, id: releasedId })
}

async function remove(collection: Collection, id: string): Promise<Response> {
  if (await collections.remove(collection, id)) return json({ ok: true })
  throw noSuchRecord(collection)
}

/** What is answered about a record that is gone, or never was. */
export const noSuchRecord = ({ form }: Pick<Collection, 'form'>) =>
  new HttpError(404, `There is no such ${form.noun}.`)
