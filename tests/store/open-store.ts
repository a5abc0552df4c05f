import { getStore } from '@netlify/blobs'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import { accessOf } from './backends.ts'

/** Opens the data file in this process, and opens one store in it. */
export async function openStore(file: string) {
  const blobs = await startBlobs({ file })
  const access = accessOf(blobs.context)
  const { fetch } = blobs
  const store = getStore({ ...access, fetch, name: 'forms', consistency: 'strong' })
  return { blobs, access, store }
}
