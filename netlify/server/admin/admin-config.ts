import { HttpError } from '#server/http/http-error.ts'
import { isPasswordHash } from './password.ts'

/** Who may sign in, and what seals their session. */
type AdminConfig = {
  email: string
  passwordHash: string
  /** Secrets that open a session's seal by their number; the highest one closes new seals. */
  secrets: Record<string, string>
}

const MIN_SECRET_CHARACTERS = 32

/**
 * Who may sign in, from the environment. Where something is missing there is no default: the admin
 * API answers 503, and the log says what to set.
 */
export function adminConfig(): AdminConfig {
  const { ADMIN_EMAIL = '', ADMIN_PASSWORD_HASH = '', SESSION_SECRET = '' } = process.env
  const secrets = numbered(SESSION_SECRET)
  const missing = [
    ...(ADMIN_EMAIL ? [] : ['ADMIN_EMAIL']),
    ...(isPasswordHash(ADMIN_PASSWORD_HASH)
      ? []
      : ['ADMIN_PASSWORD_HASH (npm run admin:password)']),
    ...(secrets ? [] : [`SESSION_SECRET (at least ${MIN_SECRET_CHARACTERS} characters)`]),
  ]
  if (secrets && missing.length === 0) {
    return { email: ADMIN_EMAIL, passwordHash: ADMIN_PASSWORD_HASH, secrets }
  }
  console.error(`The admin area is not configured. Set ${missing.join(', ')}.`)
  throw new HttpError(503, 'The admin area is not configured.', {
    headers: { 'retry-after': '60' },
  })
}

/** `secret`, or `2:new,1:old` while an old one is being rotated out. Null if any is too short. */
function numbered(setting: string): Record<string, string> | null {
  const entries = /^\d+:/.test(setting)
    ? setting.split(/,(?=\d+:)/).map((part) => part.split(/:(.*)/s, 2))
    : [['1', setting]]
  const isStrong = entries.every(([, secret]) => (secret ?? '').length >= MIN_SECRET_CHARACTERS)
  // Each entry is a number and a secret, or isStrong is false.
  return isStrong ? (Object.fromEntries(entries) as Record<string, string>) : null
}
