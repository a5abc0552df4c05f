import { randomBytes } from 'node:crypto'
import { hashPassword } from '#server/admin/password.ts'

/** Sets up an admin in this process's environment; returns the credentials. */
export async function useBenchAdmin() {
  const admin = { email: 'admin@example.com', password: randomBytes(12).toString('hex') }
  process.env['ADMIN_EMAIL'] = admin.email
  process.env['ADMIN_PASSWORD_HASH'] = await hashPassword(admin.password)
  process.env['SESSION_SECRET'] = randomBytes(32).toString('hex')
  return admin
}
