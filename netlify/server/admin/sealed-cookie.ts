import { hash, randomUUID } from 'node:crypto'
import { getIronSession } from 'iron-session'
import { HttpError } from '#server/http/answers.ts'
import { isLoopback } from '#server/http/network.ts'
import * as kv from '#server/storage/kv.ts'
import { isPasswordHash } from './password.ts'

const MIN_SECRET_CHARACTERS = 32

/** The settings of the sign-in, and a sentence on each that is missing or wrong, without its value. */
function adminSettings() {
  const { ADMIN_EMAIL: email = '', ADMIN_PASSWORD_HASH: passwordHash = '' } = process.env
  const secrets = numbered(process.env['SESSION_SECRET'] ?? '')
  const faults = [
    !email && 'ADMIN_EMAIL: write the address that signs in.',
    !isPasswordHash(passwordHash) &&
      'ADMIN_PASSWORD_HASH: write what `npm run admin:password` prints.',
    !secrets &&
      `SESSION_SECRET: write at least ${MIN_SECRET_CHARACTERS} characters, or a list 2:<new>,1:<old> of such secrets.`,
  ].filter((one) => one !== false)
  return { email, passwordHash, secrets, faults }
}

export const adminFaults = (): string[] => adminSettings().faults

/** Who may sign in, and the secrets of the cookies, from the environment. There are no defaults. */
export function adminConfig() {
  const { email, passwordHash, secrets, faults } = adminSettings()
  if (secrets && faults.length === 0) return { email, passwordHash, secrets }
  console.error(`The admin area is not configured. ${faults.join(' ')}`)
  throw new HttpError(503, 'The admin area is not configured.', {
    headers: { 'retry-after': '60' },
  })
}

/** `secret`, or `2:new,1:old` in a rotation: the highest number seals. Null if any is too short. */
function numbered(setting: string): Record<string, string> | null {
  const parts = /^\d+:/.test(setting) ? setting.split(/,(?=\d+:)/) : [`1:${setting}`]
  const secrets = parts.map((part) => part.split(/:(.*)/s, 2))
  const isStrong = secrets.every(([, secret = '']) => secret.length >= MIN_SECRET_CHARACTERS)
  return isStrong ? (Object.fromEntries(secrets) as Record<string, string>) : null
}

/** The longest that any cookie is kept. */
const SEALED_S = 180 * 24 * 60 * 60

/**
 * A cookie's content, kept by the browser for `ttl` seconds; `save` and `destroy` write to the
 * response. The seal lasts longer, since it goes by this instance's clock, which may be wrong: what
 * must end earlier names its end inside.
 */
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
    ttl: SEALED_S,
    cookieOptions: { maxAge: ttl, httpOnly: true, secure: !isLocal, sameSite: 'strict', path: '/' },
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
