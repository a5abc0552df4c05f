import type { Config } from '@netlify/functions'
import { careers } from '#forms/careers.ts'
import * as collection from '#server/collections/collection.ts'
import { HttpError, download, respond } from '#server/http/respond.ts'
import { requireMethod } from '#server/http/request.ts'
import { requireAdmin } from '#server/admin/session.ts'
import { heldIn, type Stored } from '#server/submissions/submission.ts'

export default respond(async (request, context) => {
  requireMethod(request, 'GET')
  await requireAdmin(request)
  const { id = '' } = context.params
  const isHeld = new URL(request.url).searchParams.get('state') === 'held'
  const place = isHeld ? heldIn(careers.collection) : careers.collection
  const stored = (await collection.read(place, id)) as Stored | null
  const resume = stored && (await collection.readFile(place, id))
  if (!resume) throw new HttpError(404, `There is no such ${careers.noun}.`)
  return download(resume, {
    name: String(stored.submission['resumeFileName']),
    type: 'application/pdf',
  })
})

export const config: Config = { path: '/api/admin/career-applications/:id/resume' }
