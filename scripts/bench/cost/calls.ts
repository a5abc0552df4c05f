import { performance } from 'node:perf_hooks'
import { brotliCompressSync } from 'node:zlib'
import type { Context } from '@netlify/functions'
import { findRoute, loadFunctions, loadScheduled } from '#local/functions/load.ts'
import { call, openBenchBlobs, requestOf, SITE, useBenchAdmin } from '../stage/this-process.ts'
import type { Handler } from '../stage/this-process.ts'
import { nothing, sum, type Use } from './credits.ts'

/** Netlify's storage on a bad day. */
export const STORAGE_MS = 50
const FUNCTIONS = 'netlify/functions'
/** From where the site's own requests come. */
const SITE_ADDRESS = '192.0.2.1'

type Asked = Parameters<typeof requestOf>[1] & { address?: string }

export type Calls = Awaited<ReturnType<typeof openCalls>>

/** The functions, as Netlify calls them, on a slow store, with a clock that a scene can turn. */
export async function openCalls() {
  const admin = await useBenchAdmin()
  const storage = await openBenchBlobs()
  const routes = await loadFunctions(FUNCTIONS)
  const [clock] = await loadScheduled(FUNCTIONS)
  const realNow = Date.now.bind(Date)
  let turnedMs = 0
  Date.now = () => realNow() + turnedMs
  let used: Use = nothing

  /** What functions still do that the site itself has called. */
  const alongside: Promise<void>[] = []

  /** A function runs until its answer is sent and the work after it is done. */
  async function start(handler: Handler, request: Request, rest: Partial<Context>) {
    const began = performance.now()
    const later: Promise<unknown>[] = []
    const waitUntil = (work: Promise<unknown>) => void later.push(work)
    const answer = await call(handler, request, { waitUntil, ...rest })
    return { answer, ended: end(answer.clone(), later, began) }
  }

  async function end(answer: Response, later: readonly Promise<unknown>[], began: number) {
    for (const work of later) await work
    const seconds = (performance.now() - began) / 1_000
    const body = Buffer.from(await answer.arrayBuffer())
    const bytes = body.byteLength > 0 ? brotliCompressSync(body).byteLength : 0
    used = sum([used, { storage: 0, seconds, requests: 1, bytes }])
  }

  /** Storage can't tell who asks, so the requests of functions called meanwhile are in this count. */
  async function counted(work: () => Promise<unknown>): Promise<void> {
    const { requests } = await storage.costOf(async () => {
      await work()
      await Promise.all(alongside.splice(0))
    })
    used = sum([used, { ...nothing, storage: requests }])
  }

  async function run(handler: Handler, request: Request, rest: Partial<Context>) {
    let answer = new Response()
    await counted(async () => {
      const started = await start(handler, request, rest)
      answer = started.answer
      await started.ended
    })
    return answer
  }

  function routeOf({ method, url }: Request) {
    const match = findRoute(routes, method, new URL(url))
    if (!match) throw new Error(`No function answers ${method} ${url}.`)
    return match
  }

  const network = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (new URL(request.url).origin !== SITE) return network(input, init)
    const { route, params } = routeOf(request)
    const { answer, ended } = await start(route.handler, request, { ip: SITE_ADDRESS, params })
    alongside.push(ended)
    return answer
  }

  storage.delayBy(STORAGE_MS)
  return {
    admin,
    /** Calls the function of an address. */
    send(path: string, { address = '203.0.113.7', ...asked }: Asked = {}): Promise<Response> {
      const request = requestOf(path, asked)
      const { route, params } = routeOf(request)
      return run(route.handler, request, { ip: address, params })
    },
    /** Calls the scheduled function. */
    tick: () => run(clock?.handler ?? missing, new Request(SITE, { method: 'POST' }), {}),
    /** Does a part of a function's work by itself. */
    async part(work: () => Promise<unknown>): Promise<void> {
      const began = performance.now()
      await counted(work)
      used = sum([used, { ...nothing, seconds: (performance.now() - began) / 1_000 }])
    },
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
    close() {
      globalThis.fetch = network
      return storage.close()
    },
  }
}

const missing: Handler = () => {
  throw new Error('No function is scheduled.')
}
