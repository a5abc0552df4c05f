import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashPassword } from '#server/admin/password.ts'
import { adminFaults } from '#server/admin/sealed-cookie.ts'
import { heartbeatSetting, notifySettings } from '#server/notifications/settings.ts'
import { storeKeyFaults } from '#server/storage/seal.ts'
import { setting } from '../setup/settings.ts'

/** The admin of a machine without admin settings. */
export type LocalAdmin = {
  email: string
  password: string
  passwordHash: string
  sessionSecret: string
}

const EMAIL = 'admin@example.com'

/** Reads or creates this machine's admin. Only the machine's user can read the file. */
async function localAdmin(dataDir: string): Promise<LocalAdmin> {
  const file = join(dataDir, 'admin.json')
  const kept = await readFile(file, 'utf8').catch(() => undefined)
  if (kept !== undefined) return JSON.parse(kept) as LocalAdmin

  const password = randomBytes(12).toString('base64url')
  const admin: LocalAdmin = {
    email: EMAIL,
    password,
    passwordHash: await hashPassword(password),
    sessionSecret: randomBytes(32).toString('base64url'),
  }
  await mkdir(dataDir, { recursive: true })
  // A finished file is renamed into place, so that a crash never leaves half a file.
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, JSON.stringify(admin, null, 2), { mode: 0o600 })
  await rename(unfinished, file)
  return admin
}

/**
 * Sets missing admin settings in the environment. Returns the admin if this machine's own is used;
 * throws for a password without an email.
 */
export async function setUpAdmin(dataDir: string): Promise<LocalAdmin | undefined> {
  const email = setting('ADMIN_EMAIL')
  const hash = setting('ADMIN_PASSWORD_HASH')
  if (hash && !email) throw new Error('ADMIN_PASSWORD_HASH is set, but ADMIN_EMAIL is not.')
  if (hash && setting('SESSION_SECRET')) return undefined

  const kept = await localAdmin(dataDir)
  process.env['SESSION_SECRET'] = setting('SESSION_SECRET') ?? kept.sessionSecret
  if (hash) return undefined
  const admin = { ...kept, email: email ?? kept.email }
  process.env['ADMIN_EMAIL'] = admin.email
  process.env['ADMIN_PASSWORD_HASH'] = admin.passwordHash
  return admin
}

/**
 * Sets missing notification settings in the environment: without a mail server each mail becomes a
 * file in the data folder. Returns a sentence about where mail goes; throws if a setting is wrong.
 */
export function setUpNotifications(dataDir: string): string {
  if (!setting('SMTP_URL')) {
    process.env['OUTBOX_DIR'] = setting('OUTBOX_DIR') ?? join(dataDir, 'outbox')
    process.env['NOTIFY_TO'] = setting('NOTIFY_TO') ?? setting('ADMIN_EMAIL') ?? ''
  }
  const { mail, wrong } = notifySettings()
  const others = [...(heartbeatSetting()?.wrong ?? []), ...storeKeyFaults(), ...adminFaults()]
  const faults = [...wrong.mail, ...wrong.webhook, ...others]
  if (!mail || faults.length > 0) throw new Error(faults.join('\n'))
  const { to, via } = mail
  return 'folder' in via
    ? `Each submission is told by a mail to ${to.join(', ')}: a file in ${via.folder}.`
    : `Each submission is told by a mail to ${to.join(', ')}, through ${via.server.host}.`
}
