import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '@netlify/functions'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import { hashPassword } from '#server/admin/password.ts'
import { useDevContext } from '#server/storage/request-context.ts'
import { useTransport } from '#server/storage/fetch-with-retry.ts'

export type Cost = {
  requests: number
  /** The longest chain of requests that ran one after the other. */
  rounds: number
  ms: number
}

/**
 * Opens an empty store in a temporary file. Each request to it can be delayed; parallel requests are
 * delayed in parallel.
 */
export async function openBenchBlobs() {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const blobs = await startBlobs({ file: join(folder, 'blobs.sqlite') })
  process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
  useDevContext()
  let delay = 0
  let cost: Cost = nothing()
  useTransport(async (input, init) => {
    const mine = cost
    const round = mine.rounds + 1
    mine.requests++
    if (delay > 0) await sleep(delay)
    try {
      return await blobs.fetch(input, init)
    } finally {
      mine.rounds = Math.max(mine.rounds, round)
    }
  })
  return {
    delayBy(ms: number) {
      delay = ms
    },
    /** Measures an act. Only one act may run at a time. */
    async costOf(act: () => Promise<unknown>): Promise<Cost> {
      const mine = (cost = nothing())
      const began = performance.now()
      await act()
      mine.ms = performance.now() - began
      // Requests between two acts belong to neither.
      cost = nothing()
      return mine
    },
    async close() {
      await blobs.close()
      await rm(folder, { recursive: true })
    },
  }
}

const nothing = (): Cost => ({ requests: 0, rounds: 0, ms: 0 })

export type Handler = (request: Request, context: Context) => Response | Promise<Response>
type Asked = { method?: string; body?: unknown; cookie?: string; key?: string }

/** The site's own address. What it sends there, once a day, reaches the functions and no network. */
export const SITE = 'https://example.com'

/** A request as a page of the site sends it. */
export function requestOf(path: string, { method = 'GET', body, cookie = '', key }: Asked = {}) {
  return new Request(new URL(path, SITE), {
    method,
    headers: {
      ...{ 'sec-fetch-site': 'same-origin', cookie },
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** Calls a function as Netlify does; the handlers read only these fields of the context. */
export function call(handler: Handler, request: Request, rest: Partial<Context>) {
  const context = { url: new URL(request.url), params: {}, deploy: { context: 'dev' }, ...rest }
  return handler(request, context as unknown as Context)
}

/** Sets up an admin in this process's environment; returns the credentials. */
export async function useBenchAdmin() {
  const admin = { email: 'admin@example.com', password: randomBytes(12).toString('hex') }
  process.env['ADMIN_EMAIL'] = admin.email
  process.env['ADMIN_PASSWORD_HASH'] = await hashPassword(admin.password)
  process.env['SESSION_SECRET'] = randomBytes(32).toString('hex')
  return admin
}
