import type { Config } from '@netlify/functions'
import { RESUME_LIMIT_BYTES } from '#forms/resume.ts'
import { actOfAdmin } from '#server/admin/session.ts'
import { backupPortion } from '#server/housekeeping/backup.ts'
import { checkPortion } from '#server/housekeeping/check.ts'
import { finishRestore, restoreFile, restoreLines } from '#server/housekeeping/restore.ts'
import type { Acts } from '#server/http/act-named.ts'
import { download, json } from '#server/http/answers.ts'
import { HttpError } from '#server/http/http-error.ts'
import { readJson, readJsonLines, readPdf } from '#server/http/request.ts'
import { respond } from '#server/http/respond.ts'
import * as kv from '#server/storage/kv.ts'
import { lastSelfTest, selfTest } from '#server/storage/self-test.ts'

const SMALL_BODY_BYTES = 4 * 1_024
const LINES_BODY_BYTES = 4 * 1_024 * 1_024

/** What is done with the whole store. What is read here is everything, so reading needs our own page too. */
export default respond('admin-store', async (request, { params }) => {
  const name = params['act'] ?? 'self-test'
  const answer = await actOfAdmin(request, acts, name, { isOwnPage: true })
  const query = new URL(request.url).searchParams
  return answer(request, (name) => query.get(name) ?? '')
})

type Act = (request: Request, asked: (name: string) => string) => Promise<Response>

const acts: Acts<Act> = {
  'self-test': {
    GET: async () => json(await lastSelfTest()),
    POST: async () => json(await selfTest()),
  },
  check: {
    POST: async (request) => {
      const { fix, from } = await readJson(request, SMALL_BODY_BYTES)
      return json(await checkPortion(fix === true, typeof from === 'string' ? from : ''))
    },
  },
  backup: {
    GET: async (_, asked) => {
      const { lines, next } = await backupPortion(asked('cursor'))
      const following = next !== null && new URLSearchParams({ cursor: next }).toString()
      return download(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), {
        name: 'backup.ndjson',
        type: 'application/x-ndjson',
        ...(following && { headers: { link: `<?${following}>; rel="next"` } }),
      })
    },
  },
  file: {
    GET: async (_, asked) => {
      const bytes = asked('key').startsWith('file/') && (await kv.getFile(asked('key')))
      if (!bytes) throw new HttpError(404, 'There is no such file.')
      return download(bytes, { name: 'resume.pdf', type: 'application/pdf' })
    },
    PUT: async (request, asked) => {
      const bytes = await readPdf(request, RESUME_LIMIT_BYTES)
      await restoreFile(asked('id'), asked('key'), new Uint8Array(bytes).buffer)
      return json({ ok: true })
    },
  },
  restore: {
    POST: async (request, asked) => {
      await restoreLines(asked('id'), await readJsonLines(request, LINES_BODY_BYTES))
      return json({ ok: true })
    },
  },
  restored: {
    POST: async (request) => {
      const { id } = await readJson(request, SMALL_BODY_BYTES)
      await finishRestore(typeof id === 'string' ? id : '')
      return json({ ok: true })
    },
  },
}

export const config: Config = {
  path: ['/api/admin/self-test', '/api/admin/store/:act(check|backup|file|restore|restored)'],
}
