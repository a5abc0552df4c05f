import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBlobs } from '#local/blobs/start-blobs.ts'
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
