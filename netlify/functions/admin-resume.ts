import type { Config } from '@netlify/functions'
import { careers } from '#forms/careers.ts'
import { noSuchRecord } from '#server/admin/answer-records.ts'
import { requireAdmin } from '#server/admin/session.ts'
import { collectionOf, heldIn, read, readFile } from '#server/collections/collection.ts'
import { download } from '#server/http/answers.ts'
import { requireMethod } from '#server/http/request.ts'
import { respond } from '#server/http/respond.ts'

export default respond(async (request, context) => {
  requireMethod(request, 'GET')
  await requireAdmin(request)
  const { id = '' } = context.params
  const isHeld = new URL(request.url).searchParams.get('state') === 'held'
  const applications = collectionOf(careers, {})
  const collection = isHeld ? heldIn(applications) : applications
  const record = await read(collection, id)
  const resume = record && (await readFile(collection, id))
  if (!resume) throw noSuchRecord(collection)
  return download(resume, { name: record.submission.resumeFileName, type: 'application/pdf' })
})

export const config: Config = { path: '/api/admin/career-applications/:id/resume' }
