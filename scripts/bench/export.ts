import { performance } from 'node:perf_hooks'
import exportFile from '#functions/admin-export.ts'
import session from '#functions/admin-session.ts'
import { contact } from '#forms/contact.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { call, openBenchBlobs, requestOf, useBenchAdmin } from './stage/this-process.ts'
import { fill } from './messages.ts'

/** Measures the time and the memory of a download of all submissions, part by part. */

const SIZE = 100_000
const MIB_BYTES = 2 ** 20
const ADDRESS = '203.0.113.7'
const messages = collectionOf(contact, {})

export async function exportBench() {
  const blobs = await openBenchBlobs()
  const admin = await useBenchAdmin()
  const signIn = requestOf('/api/admin/login', { method: 'POST', body: admin })
  const signedIn = await call(session, signIn, { ip: ADDRESS, params: { action: 'login' } })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  await fill(messages, SIZE)

  const before = process.memoryUsage.rss()
  const began = performance.now()
  const file = `${messages.name}.csv`
  let [first, bytes, most, parts] = [0, 0, 0, 0]
  for (let next: string | undefined = file; next !== undefined; parts++) {
    const request = requestOf(`/api/admin/${next}`, { cookie })
    const answer = await call(exportFile, request, { ip: ADDRESS, params: { file } })
    for await (const chunk of answer.body ?? []) {
      first ||= performance.now() - began
      bytes += (chunk as Uint8Array).byteLength
      most = Math.max(most, process.memoryUsage.rss())
    }
    const query = /<(\?.*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    next = query && file + query
  }
  const seconds = (performance.now() - began) / 1_000
  const size = `${(bytes / MIB_BYTES).toFixed(1)} MiB`
  console.log(`${SIZE.toLocaleString('en')} rows, ${size} in ${parts} parts:`)
  console.log(`first byte after ${first.toFixed(0)} ms, the last after ${seconds.toFixed(1)} s`)
  console.log(`memory grew by ${((most - before) / MIB_BYTES).toFixed(1)} MiB at most`)
  await blobs.close()
}
