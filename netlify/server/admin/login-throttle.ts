import { randomUUID } from 'node:crypto'
import { HttpError } from '#server/http/respond.ts'
import { keyedHash } from '#server/storage/site-secret.ts'
import { note } from '#server/storage/sliding-window.ts'

const MINUTE = 60 * 1_000
const perAddress = { tries: 10, span: 15 * MINUTE }
const perAccount = { tries: 30, span: 60 * MINUTE }

/**
 * 429 once an address or an account was tried too often. Counted before the password is looked at,
 * so that guesses in parallel don't slip through; `forgive` takes a successful try out again.
 */
export async function requirePatience(address: string, email: string) {
  const attempt = randomUUID()
  const names = await Promise.all([keyedHash('address', address), keyedHash('account', email)])
  const [byAddress, byAccount] = await Promise.all([
    note(`login-address/${names[0]}`, attempt, perAddress.span),
    note(`login-account/${names[1]}`, attempt, perAccount.span),
  ])
  if (byAddress.recent > perAddress.tries) throw tooMany(perAddress.span)
  if (byAccount.recent > perAccount.tries) throw tooMany(perAccount.span)
  return { forgive: () => Promise.all([byAddress.forget(), byAccount.forget()]) }
}

const tooMany = (span: number) =>
  new HttpError(429, 'Too many attempts. Please try again later.', {
    headers: { 'retry-after': String(span / 1_000) },
  })
