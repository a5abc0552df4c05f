import { hash, timingSafeEqual } from 'node:crypto'
import type { Config, Context } from '@netlify/functions'
import { openFunction } from '#server/admin/admin-function.ts'
import { requireTriesLeft } from '#server/admin/login-throttle.ts'
import { verifyPassword } from '#server/admin/password.ts'
import { adminConfig } from '#server/admin/sealed-cookie.ts'
import { endEverySession, endSession, refreshSession } from '#server/admin/session.ts'
import { signInByPassword } from '#server/admin/sign-in.ts'
import { EMERGENCY } from '#server/audit/entry.ts'
import { log } from '#server/audit/log.ts'
import { HttpError } from '#server/http/answers.ts'
import { readJson, textOf } from '#server/http/request.ts'

export default openFunction('admin-session', {
  login: { POST: login },
  refresh: { POST: refreshSession },
  logout: { POST: endSession },
  'sign-out-everywhere': { POST: endEverySession },
})

async function login(request: Request, context: Context): Promise<Response> {
  const { email, passwordHash } = adminConfig()
  const typed = await readJson(request)
  const tries = await requireTriesLeft(request, context.ip)
  // The password is checked for an unknown address too, so that both take the same time.
  const isPassword = await verifyPassword(textOf(typed['password']), passwordHash)
  const isAdmin = isSame(textOf(typed['email']).trim().toLowerCase(), email.toLowerCase())
  if (!isPassword || !isAdmin) {
    if (tries.isLast) await log(EMERGENCY, 'refused ten times')
    throw new HttpError(401, 'Invalid credentials')
  }
  await tries.forgive()
  return signInByPassword(request)
}

/** Compares in constant time, whatever the lengths. */
const isSame = (a: string, b: string) =>
  timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))

export const config: Config = {
  path: '/api/admin/:action(login|logout|refresh|sign-out-everywhere)',
  rateLimit: { windowLimit: 120, windowSize: 60, aggregateBy: ['ip', 'domain'] },
}
