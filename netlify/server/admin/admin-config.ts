import { HttpError } from '#server/http/answers.ts'
import { isPasswordHash } from './password.ts'

const MIN_SECRET_CHARACTERS = 32

/** Who may sign in, and the secrets of the cookies, from the environment. There are no defaults. */
export function adminConfig() {
  const { ADMIN_EMAIL: email = '', ADMIN_PASSWORD_HASH: passwordHash = '' } = process.env
  const secrets = numbered(process.env['SESSION_SECRET'] ?? '')
  const missing = [
    !email && 'ADMIN_EMAIL',
    !isPasswordHash(passwordHash) && 'ADMIN_PASSWORD_HASH (npm run admin:password)',
    !secrets && `SESSION_SECRET (at least ${MIN_SECRET_CHARACTERS} characters)`,
  ].filter((one) => one !== false)
  if (secrets && missing.length === 0) return { email, passwordHash, secrets }
  console.error(`The admin area is not configured. Set ${missing.join(', ')}.`)
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
