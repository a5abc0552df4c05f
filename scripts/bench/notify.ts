import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { solvedTokens, startBenchSite } from './bench-site.ts'
import { drive } from './load.ts'

/** What telling the studio costs the visitors: the same load without channels and with them. */

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10)
const ROUNDS = 3
const TOKENS_A_SECOND = 1_500

type Figures = { rate: number; p99: number; failures: number }

/** Drives each kind of site in turn and prints how each compares with the one without channels. */
export async function notifyBench() {
  const silent = await silentServer()
  const address = `127.0.0.1:${(silent.address() as AddressInfo).port}`
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  const to = { NOTIFY_TO: 'team@studio.test' }
  const none = {
    NOTIFY_TO: '',
    SMTP_URL: '',
    OUTBOX_DIR: '',
    NOTIFY_WEBHOOK_URL: '',
    NOTIFY_WEBHOOK_SECRET: '',
  }
  const kinds: Record<string, Record<string, string>> = {
    'no channel': none,
    'mail into files': { ...none, ...to, OUTBOX_DIR: join(tmpdir(), 'bench-outbox') },
    'mail that hangs': { ...none, ...to, SMTP_URL: `smtp://${address}` },
    'both hang': {
      ...none,
      ...to,
      SMTP_URL: `smtp://${address}`,
      NOTIFY_WEBHOOK_URL: `http://${address}/`,
      NOTIFY_WEBHOOK_SECRET: secret,
    },
  }
  const all = new Map<string, Figures[]>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const [kind, settings] of Object.entries(kinds)) {
      all.set(kind, [...(all.get(kind) ?? []), await figuresOf(settings)])
    }
  }
  silent.close()
  const median = (some: number[]) => some.toSorted((a, b) => a - b)[some.length >> 1] ?? 0
  const base = median((all.get('no channel') ?? []).map(({ rate }) => rate))
  console.log('kind | submissions a second | of those without | p99 ms | failed')
  for (const [kind, some] of all) {
    const rate = median(some.map((one) => one.rate))
    const share = `${((rate / base) * 100).toFixed(0)} %`
    const p99 = median(some.map((one) => one.p99)).toFixed(0)
    const failures = some.reduce((sum, one) => sum + one.failures, 0)
    console.log([kind, rate.toFixed(0), share, p99, failures].join(' | '))
  }
}

async function figuresOf(settings: Record<string, string>): Promise<Figures> {
  const site = await startBenchSite(settings)
  const tokens = await solvedTokens(site.dataDir, SECONDS * TOKENS_A_SECOND)
  const { latencies, failures, seconds } = await drive(site.url, tokens, SECONDS)
  await site.close()
  await site.remove()
  const sorted = latencies.toSorted((a, b) => a - b)
  return {
    rate: latencies.length / seconds,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    failures,
  }
}

/** Takes every connection and never says a word. */
async function silentServer(): Promise<Server> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
  })
  server.on('close', () => {
    for (const socket of sockets) socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server.unref()
}
