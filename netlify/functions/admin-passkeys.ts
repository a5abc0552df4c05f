import type { Config } from '@netlify/functions'
import { openFunction } from '#server/admin/admin-function.ts'
import { askToJoin, join, signInByPasskey } from '#server/admin/own-keys.ts'
import { askToUse } from '#server/admin/passkeys.ts'
import { readJson, textOf } from '#server/http/request.ts'

/** Room for a response with a long key, and an attestation that nobody asked for. */
const BODY_LIMIT_BYTES = 32 * 1_024

/** Signs in with a passkey, or makes the first one. None of it needs a session. */
export default openFunction('admin-passkeys', {
  'passkey-options': { POST: askToUse },
  passkey: {
    POST: async (request) => signInByPasskey(request, (await bodyOf(request))['response']),
  },
  'join-options': {
    POST: async (request) => askToJoin(request, invitationIn(await bodyOf(request))),
  },
  join: {
    POST: async (request) => {
      const body = await bodyOf(request)
      return join(request, invitationIn(body), body['response'])
    },
  },
})

const bodyOf = (request: Request) => readJson(request, BODY_LIMIT_BYTES)

const invitationIn = ({ id, secret }: Record<string, unknown>) => ({
  id: textOf(id),
  secret: textOf(secret),
})

export const config: Config = {
  path: '/api/admin/:action(passkey-options|passkey|join-options|join)',
  rateLimit: { windowLimit: 120, windowSize: 60, aggregateBy: ['ip', 'domain'] },
}
