import type { Config } from '@netlify/functions'
import { actNamed } from '#server/http/act-named.ts'
import { requireAdmin } from '#server/admin/session.ts'
import { download, json } from '#server/http/answers.ts'
import { HttpError } from '#server/http/http-error.ts'
import { respond } from '#server/http/respond.ts'
import { readJson, requireMethod, requireSameOrigin } from '#server/http/request.ts'
import { erasePerson } from '#server/people/erase-person.ts'
import { exportPerson } from '#server/people/export-person.ts'
import { placeOf, recordsOf } from '#server/people/find-person.ts'

const BODY_LIMIT_BYTES = 4 * 1_024
/** No address is longer (RFC 5321). */
const EMAIL_CAP = 254

/**
 * One person across all forms: found, exported or erased by the address that they sent. It stands in
 * the body, never in an address, since those end up in histories and logs.
 */
export default respond('admin-people', async (request, context) => {
  const act = actNamed(acts, context.params['act'] ?? 'find')
  requireMethod(request, 'POST')
  requireSameOrigin(request)
  await requireAdmin(request)
  const { email, confirm } = await readJson(request, BODY_LIMIT_BYTES)
  return act(addressIn(email), confirm)
})

const acts: Record<string, (address: string, confirm: unknown) => Promise<Response>> = {
  async find(address) {
    const items = (await recordsOf(address)).map(placeOf)
    return json({ items, total: items.length })
  },
  export: async (address) =>
    download(JSON.stringify(await exportPerson(address), null, 2), {
      name: 'person.json',
      type: 'application/json',
    }),
  erase: async (address, confirm) => json({ erased: await erasePerson(address, confirm) }),
}

/** 422 for what is no e-mail address. */
function addressIn(email: unknown): string {
  const address = typeof email === 'string' && email.length <= EMAIL_CAP ? email.trim() : ''
  if (/^[^@]+@[^@]+$/.test(address)) return address
  throw new HttpError(422, 'Enter a valid email address.')
}

export const config: Config = {
  path: ['/api/admin/people', '/api/admin/people/:act(export|erase)'],
}
