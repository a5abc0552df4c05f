import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { startSite, type Site } from '#local/server.ts'
import { DUE } from '#server/collections/keys.ts'
import { runHousekeeping } from '#server/housekeeping/run.ts'
import * as kv from '#server/storage/kv.ts'
import { clock } from './notifications/telling.ts'

/** The site on HTTP, behind a front that a test can spoil, and the monitor that waits for a beat. */

export type Sent = { method: string; path: string; headers: Record<string, string>; body: string }

export const watched = {
  url: '',
  /** The site without its front. */
  siteUrl: '',
  /** The requests that the site got. */
  sent: [] as Sent[],
  /** What the front answers instead of the site. */
  spoil: undefined as
    ((one: Sent) => Response | undefined | Promise<Response | undefined>) | undefined,
  /** The calls that the monitor got, and its answer. */
  beats: [] as string[],
  monitor: 200,
}

const servers = [createServer((...exchange) => void forward(...exchange)), createServer(beat)]
let site: Site

/** Opens the site for a test file that has a studio and its channels. */
export function useWatchedSite() {
  const folders = { dist: resolve('public'), functions: resolve('netlify/functions') }
  beforeAll(async () => {
    site = await startSite(folders)
    for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening')
    watched.url = addressOf(0)
    watched.siteUrl = site.url
  })
  afterAll(async () => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
    await site.close()
  })
  beforeEach(async () => {
    vi.stubEnv('URL', watched.url)
    vi.stubEnv('HEARTBEAT_URL', `${addressOf(1)}/ping`)
    // A bot check as cheap as those of the other tests.
    vi.stubEnv('PUZZLE_TRIES', '4')
    Object.assign(watched, { sent: [], spoil: undefined, beats: [], monitor: 200 })
    for (const key of ['canary', DUE]) await kv.remove(key)
  })
}

const addressOf = (index: number) =>
  `http://127.0.0.1:${(servers[index]?.address() as AddressInfo).port}`

async function forward(request: IncomingMessage, response: ServerResponse) {
  const { method = 'GET', url: path = '/', headers } = request
  const body = (await buffer(request)).toString()
  const sent = { method, path, headers: headers as Record<string, string>, body }
  watched.sent.push(sent)
  const answer = (await watched.spoil?.(sent)) ?? (await resend(sent))
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(Buffer.from(await answer.arrayBuffer()))
}

/** Sends a request to the site itself, as the front does. */
export function resend({ method, path, headers, body }: Sent): Promise<Response> {
  const { host: _, connection: __, 'content-length': ___, ...kept } = headers
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return fetch(site.url + path, { method, headers: kept, ...(hasBody && { body }) })
}

function beat({ method, url }: IncomingMessage, response: ServerResponse) {
  watched.beats.push(`${method ?? ''} ${url ?? ''}`)
  response.writeHead(watched.monitor).end()
}

/** Sets the clock, and plans all its work for this moment. It asks storage, and the run does too. */
export async function planAt(moment: number) {
  clock.now = moment
  await kv.put(DUE, { at: 0 })
}

/** A run of the clock at this moment with all its planned work. */
export async function runAt(moment: number) {
  await planAt(moment)
  return runHousekeeping()
}

/** The address of a request to storage, with its key or prefix. */
export const addressIn = (input: Parameters<typeof fetch>[0]) => decodeURIComponent(input as string)
