import type { Config } from '@netlify/functions'
import { adminConfig } from '#server/admin/sealed-cookie.ts'
import { askForPasskey, askToJoin, join, signInByPasskey } from '#server/admin/passkey-sign-in.ts'
import {
  actionNamed,
  readJson,
  requireSameOrigin,
  textOf,
  type Actions,
} from '#server/http/request.ts'
import { respond } from '#server/http/respond.ts'

/** Room for a response with a long key, and an attestation that nobody asked for. */
const BODY_LIMIT_BYTES = 32 * 1_024

/** Signs in with a passkey, or makes the first one. None of it needs a session. */
export default respond('admin-passkeys', async (request, { params }) => {
  const action = actionNamed(request, actions, params['action'])
  requireSameOrigin(request)
  adminConfig()
  return action(request)
})

const actions: Actions<(request: Request) => Promise<Response>> = {
  'passkey-options': { POST: askForPasskey },
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
}

const bodyOf = (request: Request) => readJson(request, BODY_LIMIT_BYTES)

const invitationIn = ({ id, secret }: Record<string, unknown>) => ({
  id: textOf(id),
  secret: textOf(secret),
})

export const config: Config = {
  path: '/api/admin/:action(passkey-options|passkey|join-options|join)',
  rateLimit: { windowLimit: 120, windowSize: 60, aggregateBy: ['ip', 'domain'] },
}
