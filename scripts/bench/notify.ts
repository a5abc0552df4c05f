import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { solvedTokens, startBenchSite } from './bench-site.ts'
import { drive } from './load.ts'

/** What telling the studio costs the visitors: the same load without channels and with them. */

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10)
const ROUNDS = 3
const TOKENS_A_SECOND = 1_500

type Figures = { rate: number; cpuMs: number; p99: number; failures: number }

/** Drives each kind of site in turn and prints how each compares with the one without channels. */
export async function notifyBench() {
  const silent = await silentServer()
  const address = `127.0.0.1:${(silent.address() as AddressInfo).port}`
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  const to = { NOTIFY_TO: 'team@studio.test' }
  // One store for all: the bot checks are solved with its secret.
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const none = {
    DATA_DIR: dataDir,
    // Each run sends from the same addresses.
    FLOOD_LIMIT: '1000000',
    NOTIFY_TO: '',
    SMTP_URL: '',
    OUTBOX_DIR: '',
    NOTIFY_WEBHOOK_URL: '',
    NOTIFY_WEBHOOK_SECRET: '',
  }
  const kinds: Record<string, Record<string, string>> = {
    'no channel': none,
    'mail into files': { ...none, ...to, OUTBOX_DIR: join(dataDir, 'outbox') },
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
  await rm(dataDir, { recursive: true })
  const median = (some: number[]) => some.toSorted((a, b) => a - b)[some.length >> 1] ?? 0
  const medians = [...all].map(([kind, some]) => ({
    kind,
    rate: median(some.map(({ rate }) => rate)),
    p99: median(some.map(({ p99 }) => p99)),
    cpuMs: median(some.map(({ cpuMs }) => cpuMs)),
    failures: some.reduce((sum, { failures }) => sum + failures, 0),
  }))
  for (const { kind, rate, p99, cpuMs, failures } of medians) {
    const share = `${((cpuMs / (medians[0]?.cpuMs ?? 1)) * 100).toFixed(0)} %`
    const figures = [rate.toFixed(0), p99.toFixed(0), cpuMs.toFixed(2), share, failures]
    console.log([kind, ...figures].join(' | '))
  }
}

async function figuresOf(settings: Record<string, string>): Promise<Figures> {
  const site = await startBenchSite(settings)
  const tokens = await solvedTokens(site.dataDir, SECONDS * TOKENS_A_SECOND)
  const before = await site.cpuMs()
  const { latencies, failures, seconds } = await drive(site.url, tokens, SECONDS)
  const cpuMs = (await site.cpuMs()) - before
  await site.close()
  const sorted = latencies.toSorted((a, b) => a - b)
  return {
    rate: (latencies.length - failures) / seconds,
    cpuMs: cpuMs / latencies.length,
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
