import type { Config } from '@netlify/functions'
import { RESUME_LIMIT_BYTES } from '#forms/resume.ts'
import { actNamed } from '#server/http/act-named.ts'
import { requireAdmin } from '#server/admin/session.ts'
import { backupPortion } from '#server/housekeeping/backup.ts'
import { checkPortion } from '#server/housekeeping/check.ts'
import { finishRestore, restoreFile, restoreLines } from '#server/housekeeping/restore.ts'
import { download, json } from '#server/http/answers.ts'
import { HttpError } from '#server/http/http-error.ts'
import {
  readJson,
  readJsonLines,
  readPdf,
  requireMethod,
  requireSameOrigin,
} from '#server/http/request.ts'
import { respond } from '#server/http/respond.ts'
import * as kv from '#server/storage/kv.ts'
import { lastSelfTest, selfTest } from '#server/storage/self-test.ts'

const SMALL_BODY_BYTES = 4 * 1_024
const LINES_BODY_BYTES = 4 * 1_024 * 1_024

/** What is done with the whole store: tried, checked, read for a backup, filled from one. */
export default respond('admin-store', async (request, context) => {
  const act = actNamed(acts, context.params['act'] ?? 'self-test')
  requireMethod(request, ...Object.keys(act))
  // For reading too: what is read here is everything.
  requireSameOrigin(request)
  await requireAdmin(request)
  return actNamed(act, request.method)(request)
})

/** By the last word of the address, then by method. */
const acts: Record<string, Record<string, (request: Request) => Promise<Response>>> = {
  'self-test': {
    GET: async () => json(await lastSelfTest()),
    POST: async () => json(await selfTest()),
  },
  check: { POST: check },
  backup: { GET: backup },
  file: { GET: file, PUT: putFile },
  restore: { POST: restore },
  restored: { POST: restored },
}

const asked = (request: Request, name: string) => new URL(request.url).searchParams.get(name) ?? ''

async function check(request: Request): Promise<Response> {
  const { fix, from } = await readJson(request, SMALL_BODY_BYTES)
  return json(await checkPortion(fix === true, typeof from === 'string' ? from : ''))
}

async function backup(request: Request): Promise<Response> {
  const { lines, next } = await backupPortion(asked(request, 'cursor'))
  const following = next !== null && new URLSearchParams({ cursor: next }).toString()
  return download(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), {
    name: 'backup.ndjson',
    type: 'application/x-ndjson',
    ...(following && { headers: { link: `<?${following}>; rel="next"` } }),
  })
}

async function file(request: Request): Promise<Response> {
  const key = asked(request, 'key')
  const bytes = key.startsWith('file/') && (await kv.getFile(key))
  if (!bytes) throw new HttpError(404, 'There is no such file.')
  return download(bytes, { name: 'resume.pdf', type: 'application/pdf' })
}

async function putFile(request: Request): Promise<Response> {
  const bytes = await readPdf(request, RESUME_LIMIT_BYTES)
  await restoreFile(asked(request, 'id'), asked(request, 'key'), new Uint8Array(bytes).buffer)
  return json({ ok: true })
}

async function restore(request: Request): Promise<Response> {
  const lines = await readJsonLines(request, LINES_BODY_BYTES)
  await restoreLines(asked(request, 'id'), lines)
  return json({ ok: true })
}

async function restored(request: Request): Promise<Response> {
  const { id } = await readJson(request, SMALL_BODY_BYTES)
  await finishRestore(typeof id === 'string' ? id : '')
  return json({ ok: true })
}

export const config: Config = {
  path: ['/api/admin/self-test', '/api/admin/store/:act(check|backup|file|restore|restored)'],
}
