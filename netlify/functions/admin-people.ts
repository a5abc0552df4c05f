import type { Config } from '@netlify/functions'
import type { ErasedAnswer, PersonAnswer } from '#api/admin-contract.ts'
import { adminFunction, recently } from '#server/admin/admin-function.ts'
import { actorOf, type LiveSession } from '#server/admin/session.ts'
import { log } from '#server/audit/log.ts'
import { download, json, HttpError } from '#server/http/answers.ts'
import { readJson } from '#server/http/request.ts'
import {
  confirmedRecordsOf,
  eraseRecords,
  exportPerson,
  listItemOf,
  recordsOf,
} from '#server/people/person.ts'

/** The longest address (RFC 5321). */
const EMAIL_CAP = 254

/** All records of one sender; who that is, the log must not know. */
const PERSON = { collection: 'one person' }

/** The address of a person comes in the body, because URLs end up in logs. */
export default adminFunction('admin-people', {
  all: { POST: find },
  export: { POST: recently(exported) },
  erase: { POST: recently(erase) },
})

async function find(request: Request): Promise<Response> {
  const items = (await recordsOf((await asked(request)).address)).map(listItemOf)
  return json({ items, total: items.length } satisfies PersonAnswer)
}

type Params = Record<string, string>

async function exported(request: Request, _: Params, session: LiveSession): Promise<Response> {
  const person = await exportPerson((await asked(request)).address)
  await log(actorOf(session), 'exported', PERSON)
  const file = { name: 'person.json', type: 'application/json' }
  return download(JSON.stringify(person, null, 2), file)
}

async function erase(request: Request, _: Params, session: LiveSession): Promise<Response> {
  const { address, confirm } = await asked(request)
  const found = await confirmedRecordsOf(address, confirm)
  // Written before the removals: half an erasure is one too, and none goes without an entry.
  if (found.length > 0) await log(actorOf(session), 'erased', PERSON)
  return json({ erased: await eraseRecords(found) } satisfies ErasedAnswer)
}

async function asked(request: Request) {
  const { email, confirm } = await readJson(request)
  const address = typeof email === 'string' && email.length <= EMAIL_CAP ? email.trim() : ''
  if (/^[^@]+@[^@]+$/.test(address)) return { address, confirm }
  throw new HttpError(422, 'Enter a valid email address.')
}

export const config: Config = {
  path: '/api/admin/people{/:action(export|erase)}?',
}
