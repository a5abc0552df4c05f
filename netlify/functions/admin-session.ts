import { createHash, timingSafeEqual } from 'node:crypto'
import type { Config, Context } from '@netlify/functions'
import { actNamed } from '#server/http/act-named.ts'
import { adminConfig } from '#server/admin/admin-config.ts'
import { rememberDevice } from '#server/admin/device.ts'
import { HttpError } from '#server/http/http-error.ts'
import { respond } from '#server/http/respond.ts'
import { requireTriesLeft } from '#server/admin/login-throttle.ts'
import { verifyPassword } from '#server/admin/password.ts'
import { readJson, requireMethod, requireSameOrigin } from '#server/http/request.ts'
import { endEverySession, endSession, refreshSession, startSession } from '#server/admin/session.ts'

const BODY_LIMIT_BYTES = 4 * 1024

export default respond('admin-session', async (request, context) => {
  const act = actNamed(acts, context.params['act'])
  requireMethod(request, 'POST')
  requireSameOrigin(request)
  return act(request, context)
})

const acts: Record<string, (request: Request, context: Context) => Promise<Response>> = {
  login,
  refresh: refreshSession,
  logout: endSession,
  'sign-out-everywhere': endEverySession,
}

async function login(request: Request, context: Context): Promise<Response> {
  const { email, passwordHash } = adminConfig()
  const typed = await readJson(request, BODY_LIMIT_BYTES)
  const given = { email: text(typed['email']).trim(), password: text(typed['password']) }
  const tries = await requireTriesLeft(request, context.ip)
  // The password is checked for a stranger's address too, so that both take the same time.
  const isPassword = await verifyPassword(given.password, passwordHash)
  const isAdmin = isSame(given.email.toLowerCase(), email.toLowerCase())
  if (!isPassword || !isAdmin) throw new HttpError(401, 'Invalid credentials')
  await tries.forgive()
  const response = await startSession(request)
  await rememberDevice(request, response)
  return response
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Compares in constant time, whatever the lengths. */
function isSame(a: string, b: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(a), digest(b))
}

export const config: Config = {
  path: '/api/admin/:act(login|logout|refresh|sign-out-everywhere)',
  rateLimit: { windowLimit: 120, windowSize: 60, aggregateBy: ['ip', 'domain'] },
}
