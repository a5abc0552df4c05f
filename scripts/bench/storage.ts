import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import * as collection from '#server/collection.ts'
import { useTransport } from '#server/kv-fetch.ts'
import { newId } from '#server/record-id.ts'

/** What totals, pages and deletes cost in storage requests, with many records in the store. */

const SIZES = [1_000, 100_000, 300_000]
const YEAR = 365 * 24 * 60 * 60 * 1_000

export async function storageBench() {
  console.log('records | total: requests, ms | first page | deep page | delete')
  for (const size of SIZES) await measure(size)
}

async function measure(size: number) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const blobs = await startBlobs({ file: join(folder, 'blobs.sqlite') })
  process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
  let requests = 0
  useTransport((input, init) => {
    requests++
    return blobs.fetch(input, init)
  })

  const name = 'contact-submissions'
  const ids = await fill(name, size)
  // The first count ever has to see everything; from then on the tally knows the past.
  await collection.total(name)

  const cost = async (act: () => Promise<unknown>) => {
    requests = 0
    const began = performance.now()
    await act()
    return `${requests}, ${(performance.now() - began).toFixed(1)} ms`
  }
  const figures = [
    await cost(() => collection.total(name)),
    await cost(() => collection.page(name, 50)),
    await cost(() => collection.page(name, 50, ids[Math.floor(size * 0.7)])),
    await cost(() => collection.remove(name, ids[0] ?? '')),
  ]
  console.log([size.toLocaleString('en').padStart(7), ...figures].join(' | '))
  await blobs.close()
  await rm(folder, { recursive: true })
}

/** Records spread over a year, newest first in the answer. */
async function fill(name: string, size: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < size; i += 1_000) {
    const batch = Array.from({ length: Math.min(1_000, size - i) }, (_, j) =>
      newId(Date.now() - ((i + j) / size) * YEAR),
    )
    await Promise.all(batch.map((id) => collection.add(name, id, { submission: { id } })))
    ids.push(...batch)
  }
  return ids
}
