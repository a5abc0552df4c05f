import type { Config } from '@netlify/functions'
import { actOfAdmin } from '#server/admin/session.ts'
import type { Acts } from '#server/http/act-named.ts'
import { download, json } from '#server/http/answers.ts'
import { HttpError } from '#server/http/http-error.ts'
import { readJson } from '#server/http/request.ts'
import { respond } from '#server/http/respond.ts'
import { erasePerson } from '#server/people/erase-person.ts'
import { exportPerson } from '#server/people/export-person.ts'
import { placeOf, recordsOf } from '#server/people/find-person.ts'

const BODY_LIMIT_BYTES = 4 * 1_024
/** No address is longer (RFC 5321). */
const EMAIL_CAP = 254

/**
 * One person across all forms. The address stands in the body, since addresses of requests end up in
 * histories and logs.
 */
export default respond('admin-people', async (request, { params }) => {
  const answer = await actOfAdmin(request, acts, params['act'] ?? 'find')
  const { email, confirm } = await readJson(request, BODY_LIMIT_BYTES)
  const address = typeof email === 'string' && email.length <= EMAIL_CAP ? email.trim() : ''
  if (/^[^@]+@[^@]+$/.test(address)) return answer(address, confirm)
  throw new HttpError(422, 'Enter a valid email address.')
})

const acts: Acts<(address: string, confirm: unknown) => Promise<Response>> = {
  find: { POST: find },
  export: { POST: exported },
  erase: {
    POST: async (address, confirm) => json({ erased: await erasePerson(address, confirm) }),
  },
}

async function find(address: string): Promise<Response> {
  const items = (await recordsOf(address)).map(placeOf)
  return json({ items, total: items.length })
}

async function exported(address: string): Promise<Response> {
  const text = JSON.stringify(await exportPerson(address), null, 2)
  return download(text, { name: 'person.json', type: 'application/json' })
}

export const config: Config = {
  path: ['/api/admin/people', '/api/admin/people/:act(export|erase)'],
}
