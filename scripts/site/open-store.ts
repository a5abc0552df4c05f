import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import { useDevContext } from '#server/storage/request-context.ts'
import { useTransport } from '#server/storage/fetch-with-retry.ts'
import { setting } from '../setup/settings.ts'

/**
 * Opens the store in this folder, unless the environment names another one; returns a function that
 * closes it. With a port, code in other module graphs or processes can reach the store too.
 */
export async function openStore(dataDir: string, port?: number): Promise<() => Promise<void>> {
  useDevContext()
  if (setting('NETLIFY_BLOBS_CONTEXT')) return () => Promise.resolve()
  await mkdir(dataDir, { recursive: true })
  const blobs = await startBlobs({
    file: join(dataDir, 'blobs.sqlite'),
    ...(port !== undefined && { port }),
  })
  process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
  useTransport(blobs.fetch)
  return () => {
    // The context is valid for this store only.
    delete process.env['NETLIFY_BLOBS_CONTEXT']
    return blobs.close()
  }
}
