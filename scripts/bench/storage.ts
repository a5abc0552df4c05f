import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { contact } from '#forms/contact.ts'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import * as collections from '#server/collections/collection.ts'
import { forgetRows } from '#server/collections/rows/known-rows.ts'
import { useTransport } from '#server/storage/patient-fetch.ts'
import { orderOf } from '#server/collections/order.ts'
import { withRequestContext } from '#server/http/request-context.ts'
import { search as find } from '#server/collections/search.ts'
import { useBenchAdmin } from './bench-admin.ts'
import { fill } from './messages.ts'

/**
 * What totals, pages, searches and deletes cost in storage requests and milliseconds, with many
 * records in the store. The index is made by the first search, a portion per request; "cold" is a
 * new instance of the function, which has to read it.
 */

/** Records in the store. */
const SIZES = [1_000, 100_000, 300_000]

/** Fills a store to each of the sizes and prints what every act costs there. */
export async function storageBench() {
  // Cursors are sealed with the admin's secret.
  await useBenchAdmin()
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

  const messages = collections.collectionOf(contact, {})
  const ids = await fill(messages, size)
  // The first count ever has to see everything; from then on the counts know the past.
  await collections.total(messages)

  const cost = async (act: () => Promise<unknown>) => {
    requests = 0
    const began = performance.now()
    await act()
    return `${requests}, ${(performance.now() - began).toFixed(1)} ms`
  }
  const ask = (search: string, sort = '') => {
    const order = orderOf(contact, sort)
    return withRequestContext(undefined, () => find(messages, { text: search, order, limit: 50 }))
  }
  let answers = 0
  let longest = 0
  const build = async () => {
    for (;;) {
      const began = performance.now()
      const { indexed } = await ask('ada')
      longest = Math.max(longest, performance.now() - began)
      answers++
      if (indexed.done === indexed.of) return
    }
  }
  const figures = {
    total: await cost(() => collections.total(messages)),
    'first page': await cost(() => collections.page(messages, 50)),
    'deep page': await cost(() => collections.page(messages, 50, ids[Math.floor(size * 0.7)])),
    'index made': await cost(build),
    search: await cost(() => ask('ada lovelace')),
    'search, nothing found': await cost(() => ask('nobody at all')),
    'sort by company': await cost(() => ask('', 'company')),
    'search and sort': await cost(() => ask('zoe', '-email')),
    'cold search': await cost(() => (forgetRows(), ask('ada lovelace'))),
    'delete a new one': await cost(() => collections.remove(messages, ids[0] ?? '')),
    'delete an old one': await cost(() =>
      collections.remove(messages, ids[Math.floor(size * 0.7)] ?? ''),
    ),
    'search after it': await cost(() => ask('ada lovelace')),
  }
  console.log(`\n${size.toLocaleString('en')} records: storage requests, milliseconds`)
  for (const [what, figure] of Object.entries(figures))
    console.log(`  ${what.padEnd(22)} ${figure}`)
  console.log(`  index made in ${answers} answers, the longest ${longest.toFixed(0)} ms`)
  forgetRows()
  await blobs.close()
  await rm(folder, { recursive: true })
}
