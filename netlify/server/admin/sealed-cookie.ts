import { createHash, randomUUID } from 'node:crypto'
import { getIronSession } from 'iron-session'
import * as kv from '#server/storage/kv.ts'
import { isLoopback } from '#server/http/network.ts'
import { adminConfig } from './admin-config.ts'

/**
 * What a cookie of this name holds, sealed with the admin's secrets, for `seconds`; `save` and
 * `destroy` write it into the response.
 */
export function sealedCookie<Facts extends object>(
  [request, response]: readonly [Request, Response],
  name: string,
  seconds: number,
) {
  const { protocol, hostname } = new URL(request.url)
  // A browser takes a __Host- cookie over HTTPS only; on one's own machine there is none.
  const isLocal = protocol === 'http:' && isLoopback(hostname)
  return getIronSession<Partial<Facts>>(request, response, {
    cookieName: isLocal ? name : `__Host-${name}`,
    password: adminConfig().secrets,
    ttl: seconds,
    cookieOptions: { httpOnly: true, secure: !isLocal, sameSite: 'strict', path: '/' },
  })
}

const EPOCH_KEY = 'session-epoch'

/**
 * Sealed into each cookie of the admin's: one of another epoch, of another password or of another
 * admin's address is over.
 */
export async function currentEpoch(): Promise<string> {
  const named = ((await kv.get(EPOCH_KEY))?.value ?? 'first') as string
  const { email, passwordHash } = adminConfig()
  const who = createHash('sha256')
    .update(JSON.stringify([email, passwordHash]))
    .digest('hex')
  return `${named}-${who.slice(0, 16)}`
}

/** Ends every cookie that was sealed before. Any other name will do, so two at once don't disturb each other. */
export const beginEpoch = (): Promise<void> => kv.put(EPOCH_KEY, randomUUID())
