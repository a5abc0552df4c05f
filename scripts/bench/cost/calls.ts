import { brotliCompressSync } from 'node:zlib'
import type { Context } from '@netlify/functions'
import { findRoute, loadFunctions, loadScheduled } from '#local/functions/load.ts'
import { slowStorage } from '../stage/slow-storage.ts'
import { openBenchBlobs, useBenchAdmin } from '../stage/this-process.ts'
import { nothing, sum, type Use } from './credits.ts'

/** Netlify's storage on a bad day. */
export const STORAGE_MS = 50
const FUNCTIONS = 'netlify/functions'
const ORIGIN = 'http://localhost'

type Asked = { method?: string; body?: unknown; cookie?: string; address?: string; key?: string }

export type Calls = Awaited<ReturnType<typeof openCalls>>

/** The functions, as Netlify calls them, on a slow store, with a clock that a scene can turn. */
export async function openCalls() {
  const admin = await useBenchAdmin()
  const blobs = await openBenchBlobs()
  const storage = slowStorage(blobs.fetch)
  const routes = await loadFunctions(FUNCTIONS)
  const [clock] = await loadScheduled(FUNCTIONS)
  const realNow = Date.now.bind(Date)
  let turnedMs = 0
  Date.now = () => realNow() + turnedMs
  let used: Use = nothing

  /** A function runs until its answer is sent and the work after it is done. */
  async function run(handler: Handler, request: Request, rest: Partial<Context>) {
    const later: Promise<unknown>[] = []
    const waitUntil = (work: Promise<unknown>) => void later.push(work)
    const url = new URL(request.url)
    // The handlers read only these fields of the context.
    const context = { url, params: {}, deploy: { context: 'dev' }, waitUntil, ...rest }
    let answer = new Response()
    const { requests, ms } = await storage.costOf(async () => {
      answer = await handler(request, context as unknown as Context)
      for (const work of later) await work
    })
    const body = Buffer.from(await answer.clone().arrayBuffer())
    const bytes = body.byteLength > 0 ? brotliCompressSync(body).byteLength : 0
    used = sum([used, { storage: requests, seconds: ms / 1_000, requests: 1, bytes }])
    return answer
  }

  storage.delayBy(STORAGE_MS)
  return {
    admin,
    /** Calls the function of an address. */
    send(path: string, asked: Asked = {}): Promise<Response> {
      const { method = 'GET', body, cookie = '', address = '203.0.113.7', key } = asked
      const url = new URL(path, ORIGIN)
      const match = findRoute(routes, method, url)
      if (!match) throw new Error(`No function answers ${method} ${path}.`)
      const request = new Request(url, {
        method,
        headers: {
          ...{ 'sec-fetch-site': 'same-origin', cookie },
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return run(match.route.handler, request, { ip: address, params: match.params })
    },
    /** Calls the scheduled function. */
    tick: () => run(clock?.handler ?? missing, new Request(ORIGIN, { method: 'POST' }), {}),
    /** What was used since the last call of this. */
    take(): Use {
      const taken = used
      used = nothing
      return taken
    },
    pass(ms: number) {
      turnedMs += ms
    },
    /** Does work that is not counted, at once. */
    async aside<T>(work: () => Promise<T>): Promise<T> {
      storage.delayBy(0)
      const result = await work()
      storage.delayBy(STORAGE_MS)
      return result
    },
    close: () => blobs.close(),
  }
}

type Handler = (request: Request, context: Context) => Response | Promise<Response>

const missing: Handler = () => {
  throw new Error('No function is scheduled.')
}
