import { hash, randomUUID } from 'node:crypto'
import { getIronSession } from 'iron-session'
import { isLoopback } from '#server/http/network.ts'
import * as kv from '#server/storage/kv.ts'
import { adminConfig } from './admin-config.ts'

/** A cookie's content, sealed for `ttl` seconds; `save` and `destroy` write to the response. */
export function sealedCookie<Facts extends object>(
  name: string,
  ttl: number,
  request: Request,
  response = new Response(),
) {
  const { protocol, hostname } = new URL(request.url)
  // A browser takes a __Host- cookie over HTTPS only.
  const isLocal = protocol === 'http:' && isLoopback(hostname)
  return getIronSession<Partial<Facts>>(request, response, {
    cookieName: isLocal ? name : `__Host-${name}`,
    password: adminConfig().secrets,
    ttl,
    cookieOptions: { httpOnly: true, secure: !isLocal, sameSite: 'strict', path: '/' },
  })
}

const EPOCH_KEY = 'session-epoch'
/** Once the key is made, an answer that there is none is an outage. */
const FIRST = 'first'

/** A cookie of another epoch, password or address is no longer valid. */
export async function currentEpoch(): Promise<string> {
  const { email, passwordHash } = adminConfig()
  const named = String(await kv.getOrCreate(EPOCH_KEY, FIRST))
  const who = hash('sha256', JSON.stringify([email, passwordHash]))
  return `${named}-${who.slice(0, 16)}`
}

/** By compare-and-set: a write that lands late must not bring an earlier epoch back. */
export const beginEpoch = () => kv.change(EPOCH_KEY, () => randomUUID())
