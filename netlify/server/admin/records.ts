import type { Form } from '#forms/form.ts'
import * as collection from '#server/collections/collection.ts'
import { HttpError, json } from '#server/http/respond.ts'
import { list } from './list-records.ts'
import { requireMethod, requireSameOrigin } from '#server/http/request.ts'
import { requireAdmin } from './session.ts'
import { heldIn, release, type Stored } from '#server/submissions/submission.ts'

/** What an address of the admin API names: the list, one record, or an act upon it. */
export type Place = { id?: string | undefined; act?: string | undefined }

/** 405, 403 or 401 unless the admin may ask this of the place. */
export async function guardRecords(request: Request, { id, act }: Place): Promise<void> {
  requireMethod(request, ...(act ? ['POST'] : id ? ['GET', 'DELETE'] : ['GET']))
  if (request.method !== 'GET') requireSameOrigin(request)
  await requireAdmin(request)
}

/** Lists, reads, removes or releases what is in the collection `name` of this form. */
export async function answerRecords(
  request: Request,
  form: Form,
  name: string,
  { id, act }: Place,
): Promise<Response> {
  const query = new URL(request.url).searchParams
  const place = query.get('state') === 'held' ? heldIn(name) : name
  if (!id) return list(form, place, query)
  if (act) return free(form, name, id)
  return request.method === 'DELETE' ? remove(form, place, id) : read(form, place, id)
}

async function read(form: Form, place: string, id: string): Promise<Response> {
  const record = await collection.read(place, id)
  if (record === null) throw new HttpError(404, `There is no such ${form.noun}.`)
  return json(submissionIn(record))
}

const submissionIn = (stored: unknown) => (stored as Stored).submission

async function free(form: Form, name: string, id: string): Promise<Response> {
  const freed = await release({ form, name }, id)
  if (freed === null) throw new HttpError(404, `There is no such ${form.noun}.`)
  return json({ ok: true, id: freed })
}

async function remove(form: Form, place: string, id: string): Promise<Response> {
  if (await collection.remove(place, id)) return json({ ok: true })
  throw new HttpError(404, `There is no such ${form.noun}.`)
}
