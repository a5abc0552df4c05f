import { performance } from 'node:perf_hooks'
import type { Context } from '@netlify/functions'
import exportFile from '#functions/admin-export.ts'
import session from '#functions/admin-session.ts'
import { contact } from '#forms/contact.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { openBenchBlobs, useBenchAdmin } from './stage/this-process.ts'
import { fill } from './messages.ts'

/** Measures the time and the memory of a download of all submissions. */

const SIZE = 100_000
const MIB_BYTES = 2 ** 20
const messages = collectionOf(contact, {})

export async function exportBench() {
  const blobs = await openBenchBlobs()
  const admin = await useBenchAdmin()
  const signedIn = await ask(session, 'login', { action: 'login' }, admin)
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  await fill(messages, SIZE)

  const before = process.memoryUsage.rss()
  const began = performance.now()
  const answer = await ask(
    exportFile,
    `${messages.name}.csv`,
    { file: `${messages.name}.csv` },
    undefined,
    cookie,
  )
  let first = 0
  let bytes = 0
  let most = 0
  for await (const chunk of answer.body ?? []) {
    first ||= performance.now() - began
    bytes += (chunk as Uint8Array).byteLength
    most = Math.max(most, process.memoryUsage.rss())
  }
  const seconds = (performance.now() - began) / 1_000
  console.log(`${SIZE.toLocaleString('en')} rows, ${(bytes / MIB_BYTES).toFixed(1)} MiB:`)
  console.log(`first byte after ${first.toFixed(0)} ms, the last after ${seconds.toFixed(1)} s`)
  console.log(`memory grew by ${((most - before) / MIB_BYTES).toFixed(1)} MiB at most`)
  await blobs.close()
}

type Func = (request: Request, context: Context) => Promise<Response>

function ask(func: Func, path: string, params: object, body?: object, cookie = '') {
  const request = new Request(`http://localhost/api/admin/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
    ...(body && { body: JSON.stringify(body) }),
  })
  // The handlers read only these fields of the context.
  return func(request, {
    ip: '203.0.113.7',
    params,
    deploy: { context: 'dev' },
  } as unknown as Context)
}
