import type { Config, Context } from '@netlify/functions'
import type { Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import * as collection from '#server/collection.ts'
import { HttpError, json, respond } from '#server/http.ts'
import { isId } from '#server/record-id.ts'
import { requireMethod, requireSameOrigin } from '#server/request.ts'
import { requireAdmin } from '#server/session.ts'
import { heldIn, release, type Stored } from '#server/submission.ts'

const PAGE = { usual: 50, most: 200 }

export default respond(async (request, context) => {
  const { id, act } = context.params
  requireMethod(request, ...(act ? ['POST'] : id ? ['GET', 'DELETE'] : ['GET']))
  if (request.method !== 'GET') requireSameOrigin(request)
  await requireAdmin(request)
  const form = formOf(context)
  const query = new URL(request.url).searchParams
  const place = query.get('state') === 'held' ? heldIn(form.collection) : form.collection
  if (!id) return list(place, query)
  if (act) return free(form, id)
  return request.method === 'DELETE' ? remove(form, place, id) : read(form, place, id)
})

function formOf(context: Context): Form {
  const form = forms.find((one) => one.collection === context.params['collection'])
  if (!form) throw new HttpError(404, 'There is no such collection.')
  return form
}

async function list(place: string, query: URLSearchParams): Promise<Response> {
  const limit = Math.min(Math.max(Number(query.get('limit')) || PAGE.usual, 1), PAGE.most)
  const cursor = query.get('cursor') ?? undefined
  if (cursor !== undefined && !isId(cursor)) throw new HttpError(400, 'The cursor is not ours.')
  const { items, total, next } = await collection.page(place, Math.floor(limit), cursor)
  return json({ items: items.map(submissionIn), total, next })
}

async function read(form: Form, place: string, id: string): Promise<Response> {
  const record = await collection.read(place, id)
  if (record === null) throw new HttpError(404, `There is no such ${form.noun}.`)
  return json(submissionIn(record))
}

const submissionIn = (stored: unknown) => (stored as Stored).submission

async function free(form: Form, id: string): Promise<Response> {
  const freed = await release(form, id)
  if (freed === null) throw new HttpError(404, `There is no such ${form.noun}.`)
  return json({ ok: true, id: freed })
}

async function remove(form: Form, place: string, id: string): Promise<Response> {
  if (await collection.remove(place, id)) return json({ ok: true })
  throw new HttpError(404, `There is no such ${form.noun}.`)
}

export const config: Config = {
  path: [
    '/api/admin/:collection(contact-submissions|investor-submissions|eir-submissions|career-applications)',
    '/api/admin/:collection(contact-submissions|investor-submissions|eir-submissions|career-applications)/:id',
    '/api/admin/:collection(contact-submissions|investor-submissions|eir-submissions|career-applications)/:id/:act(release)',
  ],
}
