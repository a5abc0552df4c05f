import { randomUUID } from 'node:crypto'
import { HttpError } from '#server/http/http-error.ts'
import { keyedHash } from '#server/storage/site-secret.ts'
import { note } from '#server/storage/sliding-window.ts'

const MINUTE_MS = 60 * 1_000
const perAddress = { tries: 10, windowMs: 15 * MINUTE_MS }
const perAccount = { tries: 30, windowMs: 60 * MINUTE_MS }

/**
 * 429 once an address or an account was tried too often. Counted before the password is looked at,
 * so that guesses in parallel don't slip through; `forgive` takes a successful try out again.
 */
export async function requireTriesLeft(address: string, email: string) {
  const attempt = randomUUID()
  const names = await Promise.all([keyedHash('address', address), keyedHash('account', email)])
  const [byAddress, byAccount] = await Promise.all([
    note(`login-address/${names[0]}`, attempt, perAddress.windowMs),
    note(`login-account/${names[1]}`, attempt, perAccount.windowMs),
  ])
  if (byAddress.recent > perAddress.tries) throw tooMany(perAddress.windowMs)
  if (byAccount.recent > perAccount.tries) throw tooMany(perAccount.windowMs)
  return { forgive: () => Promise.all([byAddress.forget(), byAccount.forget()]) }
}

const tooMany = (windowMs: number) =>
  new HttpError(429, 'Too many attempts. Please try again later.', {
    headers: { 'retry-after': String(windowMs / 1_000) },
  })
