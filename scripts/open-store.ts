import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import { useTransport } from '#server/storage/patient-fetch.ts'
import { setting } from './settings.ts'

/** Opens the store in this folder, unless the environment names another; gives how to close it. */
export async function openStore(dataDir: string): Promise<() => Promise<void>> {
  if (setting('NETLIFY_BLOBS_CONTEXT')) return () => Promise.resolve()
  await mkdir(dataDir, { recursive: true })
  const blobs = await startBlobs({ file: join(dataDir, 'blobs.sqlite') })
  process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
  // Same process, so requests to the store need no network between.
  useTransport(blobs.fetch)
  return () => blobs.close()
}
