import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { post, solvedTokens, startBenchSite } from './stage/site.ts'
import { MESSAGES_PER_ADDRESS } from './load.ts'
import { quantile } from './figure.ts'

/**
 * Measures what notifications cost the visitors. Four sites, one without channels, get a message
 * each in every round. Each answer is compared with the plain site's of the same round, since other
 * work on the machine slows all four. The median of these ratios is printed.
 */

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60)
const MOST_ROUNDS = 1_000
const WARM_UP_ROUNDS = 50

type Site = Awaited<ReturnType<typeof openSite>>

export async function notifyBench() {
  const silent = await silentServer()
  // Bot checks are solved with a store's secret, so all sites start with copies of one store.
  const [store, outbox] = [await newFolder(), await newFolder()]
  const kinds = Object.entries(settingsOf(silent.address, outbox))
  const tokens = await solvedTokens(store, kinds.length * MOST_ROUNDS)
  const sites = await Promise.all(kinds.map(([kind, settings]) => openSite(kind, settings, store)))

  const end = performance.now() + SECONDS * 1_000
  for (let round = 0; round < MOST_ROUNDS && performance.now() < end; round++) {
    if (round === WARM_UP_ROUNDS) await Promise.all(sites.map((site) => site.begin()))
    // The order rotates, so that no site is always the first.
    const turn = round % sites.length
    const order = [...sites.slice(turn), ...sites.slice(0, turn)]
    for (const site of order) await site.visit(tokens.pop() ?? '', round)
  }
  await print(sites)
  for (const site of sites) await site.close()
  silent.close()
  for (const folder of [store, outbox]) await rm(folder, { recursive: true })
}

const newFolder = () => mkdtemp(join(tmpdir(), 'bench-'))

function settingsOf(silentAddress: string, outbox: string): Record<string, Record<string, string>> {
  const none = {
    NOTIFY_TO: '',
    SMTP_URL: '',
    OUTBOX_DIR: '',
    NOTIFY_WEBHOOK_URL: '',
    NOTIFY_WEBHOOK_SECRET: '',
  }
  const to = { ...none, NOTIFY_TO: 'team@studio.test' }
  const hanging = { ...to, SMTP_URL: `smtp://${silentAddress}` }
  const webhook = {
    NOTIFY_WEBHOOK_URL: `http://${silentAddress}/`,
    NOTIFY_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  }
  return {
    'no channel': none,
    'mail into files': { ...to, OUTBOX_DIR: outbox },
    'mail that hangs': hanging,
    'both hang': { ...hanging, ...webhook },
  }
}

async function openSite(kind: string, settings: Record<string, string>, store: string) {
  const dataDir = await newFolder()
  await cp(store, dataDir, { recursive: true })
  const site = await startBenchSite({ ...settings, DATA_DIR: dataDir })
  const seen = { latencies: [] as number[], failures: 0, cpuMsBefore: 0 }
  let agent = new Agent()
  return {
    kind,
    seen,
    async visit(token: string, round: number) {
      if (round % MESSAGES_PER_ADDRESS === 0) {
        agent.destroy()
        const address = round / MESSAGES_PER_ADDRESS
        const localAddress = `127.1.${address >> 8}.${address & 255}`
        agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress })
      }
      const sent = performance.now()
      if ((await post(site.url, agent, token)) !== 201) seen.failures++
      seen.latencies.push(performance.now() - sent)
    },
    /** Starts the measurement. */
    async begin() {
      Object.assign(seen, { latencies: [], cpuMsBefore: await site.cpuMs() })
    },
    cpuMs: async () => ((await site.cpuMs()) - seen.cpuMsBefore) / seen.latencies.length,
    async close() {
      agent.destroy()
      await site.close()
      await site.remove()
    },
  }
}

async function print(sites: readonly Site[]) {
  const [plain] = sites
  if (!plain) return
  console.log(`${plain.seen.latencies.length} messages to each`)
  console.log('channels          p50 ms  p99 ms  CPU ms   p50 ratio  CPU ratio  failed')
  const plainCpuMs = await plain.cpuMs()
  for (const { kind, seen, cpuMs } of sites) {
    const ratios = seen.latencies.map((ms, i) => ms / (plain.seen.latencies[i] ?? 0))
    const ms = await cpuMs()
    const cells: [figure: string, width: number][] = [
      [quantile(seen.latencies, 0.5).toFixed(1), 7],
      [quantile(seen.latencies, 0.99).toFixed(1), 7],
      [ms.toFixed(2), 7],
      [quantile(ratios, 0.5).toFixed(2), 11],
      [(ms / plainCpuMs).toFixed(2), 10],
      [String(seen.failures), 7],
    ]
    console.log(kind.padEnd(16), ...cells.map(([figure, width]) => figure.padStart(width)))
  }
}

/** Accepts every connection and never answers. */
async function silentServer() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
