import type { Config } from '@netlify/functions'
import { careers } from '#forms/careers.ts'
import { asPdfName } from '#forms/resume.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { read, readFile } from '#server/collections/records.ts'
import { download, framed } from '#server/http/answers.ts'
import { requireMethod } from '#server/http/request.ts'
import { respond } from '#server/http/respond.ts'
import { noSuchRecord } from '#server/admin/answer-record.ts'
import { requireAdmin } from '#server/admin/session.ts'

export default respond('admin-resume', async (request, context) => {
  requireMethod(request, 'GET')
  await requireAdmin(request)
  const { id = '' } = context.params
  const applications = collectionOf(careers, {})
  const record = await read(applications, id)
  const resume = record && (await readFile(applications, id))
  if (!resume) throw noSuchRecord(applications)
  const file = { name: asPdfName(record.submission.resumeFileName), type: 'application/pdf' }
  return isForOwnFrame(request) ? framed(resume, file) : download(resume, file)
})

/** Browsers say so themselves, and no script can (Fetch Metadata); whoever does not gets a download. */
const isForOwnFrame = ({ headers }: Request) =>
  headers.get('sec-fetch-dest') === 'iframe' && headers.get('sec-fetch-site') === 'same-origin'

export const config: Config = { path: '/api/admin/career-applications/:id/resume' }
