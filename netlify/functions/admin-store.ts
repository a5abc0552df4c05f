import type { Config } from '@netlify/functions'
import type { SelfTest } from '#api/admin-contract.ts'
import { RESUME_LIMIT_BYTES } from '#forms/resume.ts'
import { adminFunction, recently, type AdminActions } from '#server/admin/admin-function.ts'
import { actorOf } from '#server/admin/session.ts'
import { log } from '#server/audit/log.ts'
import { findFile } from '#server/collections/records.ts'
import { backupPortion, partsOf } from '#server/housekeeping/backup.ts'
import { checkPortion } from '#server/housekeeping/check.ts'
import { finishRestore, restoreFile, restoreLines } from '#server/housekeeping/restore.ts'
import { sealPortion } from '#server/housekeeping/seal.ts'
import { download, json, HttpError } from '#server/http/answers.ts'
import { readJson, readJsonLines, readPdf, textOf } from '#server/http/request.ts'
import { tellPeople } from '#server/notifications/mail/people-mail.ts'
import { lastSelfTest, selfTest } from '#server/storage/self-test.ts'
import { keyedHash } from '#server/storage/site-secret.ts'

/** Room for what the check of the log expects next, for each person. */
const CHECK_BODY_BYTES = 64 * 1_024
const LINES_BODY_BYTES = 4 * 1_024 * 1_024

const actions: AdminActions = {
  'self-test': {
    GET: async () => json((await lastSelfTest()) satisfies SelfTest | null),
    POST: async () => json((await selfTest()) satisfies SelfTest),
  },
  check: {
    POST: async (request) => {
      const { fix, from } = await readJson(request, CHECK_BODY_BYTES)
      return json(await checkPortion(fix === true, textOf(from)))
    },
  },
  seal: {
    POST: recently(async (request) => {
      const { from } = await readJson(request)
      return json(await sealPortion(textOf(from)))
    }),
  },
  backup: {
    GET: recently(async (request, _, session) => {
      const { cursor, isNext } = await openCursor(asked(request, 'cursor'))
      if (!isNext) await tellPeople('backup', await log(actorOf(session), 'backed up'))
      const { lines, next } = await backupPortion(cursor)
      return download(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), {
        name: 'backup.ndjson',
        type: 'application/x-ndjson',
        next: next === null ? null : new URLSearchParams({ cursor: await provenCursor(next) }),
      })
    }),
  },
  file: {
    GET: recently(async (request) => {
      const key = asked(request, 'key')
      const bytes = partsOf(key)?.kind === 'file' && (await findFile(key))
      if (!bytes) throw new HttpError(404, 'There is no such file.')
      return download(bytes, { name: 'resume.pdf', type: 'application/pdf' })
    }),
    PUT: recently(async (request) => {
      const bytes = await readPdf(request, RESUME_LIMIT_BYTES)
      await restoreFile(asked(request, 'id'), asked(request, 'key'), new Uint8Array(bytes).buffer)
      return json({ ok: true })
    }),
  },
  restore: {
    POST: recently(async (request) => {
      await restoreLines(asked(request, 'id'), await readJsonLines(request, LINES_BODY_BYTES))
      return json({ ok: true })
    }),
  },
  restored: {
    POST: recently(async (request, _, session) => {
      const { id } = await readJson(request)
      await finishRestore(textOf(id), async () =>
        tellPeople('restore', await log(actorOf(session), 'restored')),
      )
      return json({ ok: true })
    }),
  },
}

// These reads return everything.
export default adminFunction('admin-store', actions, { allowsDirectReads: false })

const asked = ({ url }: Request, name: string) => new URL(url).searchParams.get(name) ?? ''

/** A cursor with a proof that the server gave it out. Without one, any part is a first one. */
const provenCursor = async (cursor: string) => `${await keyedHash('part', cursor)}.${cursor}`

async function openCursor(text: string): Promise<{ cursor: string; isNext: boolean }> {
  const [proof = '', ...rest] = text.split('.')
  const cursor = rest.join('.')
  const isNext = proof === (await keyedHash('part', cursor))
  return { cursor: isNext ? cursor : text, isNext }
}

export const config: Config = {
  path: [
    '/api/admin/:action(self-test)',
    '/api/admin/store/:action(check|seal|backup|file|restore|restored)',
  ],
}
