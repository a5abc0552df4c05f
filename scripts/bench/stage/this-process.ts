import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import { hashPassword } from '#server/admin/password.ts'
import { useDevContext } from '#server/storage/budget.ts'
import { useTransport } from '#server/storage/fetch-with-retry.ts'

/** Opens an empty store in a temporary file. */
export async function openBenchBlobs() {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const blobs = await startBlobs({ file: join(folder, 'blobs.sqlite') })
  process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
  useDevContext()
  useTransport(blobs.fetch)
  return {
    fetch: blobs.fetch,
    async close() {
      await blobs.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Sets up an admin in this process's environment; returns the credentials. */
export async function useBenchAdmin() {
  const admin = { email: 'admin@example.com', password: randomBytes(12).toString('hex') }
  process.env['ADMIN_EMAIL'] = admin.email
  process.env['ADMIN_PASSWORD_HASH'] = await hashPassword(admin.password)
  process.env['SESSION_SECRET'] = randomBytes(32).toString('hex')
  return admin
}
