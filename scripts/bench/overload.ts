import { Agent } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { contact } from '#forms/contact.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { total } from '#server/collections/counts.ts'
import { openStore } from '../site/open-store.ts'
import { post, solvedTokens, startBenchSite } from './stage/site.ts'
import { drive, MESSAGES_PER_ADDRESS } from './load.ts'

/** How long it is measured what the site can do, and how long twice that is sent. */
const SECONDS = { within: 6, beyond: Number(process.env['BENCH_SECONDS'] ?? 15) }
/** So often a second the messages of that time are sent, whatever has been answered by then. */
const TICKS = 50
/** A page gives up then. */
const PATIENCE_MS = 10_000

type Seen = { status: number; honest: boolean; ms: number }

/** Sends twice what the site can do, and says how it answers, what it keeps and what it needs. */
export async function overloadBench() {
  const site = await startBenchSite()
  const warm = await solvedTokens(site.dataDir, SECONDS.within * 2_000)
  const within = await drive(site.url, warm, SECONDS.within)
  const rate = Math.round(within.latencies.length / within.seconds)
  const stored = within.latencies.length - within.failures
  console.log(`${rate} a second is what it can do; ${2 * rate} are sent for ${SECONDS.beyond} s`)
  const tokens = await solvedTokens(site.dataDir, 2 * rate * SECONDS.beyond)
  const memory: number[] = []
  const sampling = setInterval(() => {
    void site.memoryMiB().then((mib) => memory.push(mib))
  }, 2_000)
  const seen = await beyond(site.url, tokens, (2 * rate) / TICKS)
  clearInterval(sampling)
  await site.close()
  report(seen, memory)
  const close = await openStore(site.dataDir)
  const kept = (await total(collectionOf(contact, {}))).shown.rows
  await close()
  const told = seen.filter(({ status }) => status === 201).length
  console.log(`told that it is stored ${told + stored}, stored ${kept}`)
  await site.remove()
}

async function beyond(url: string, tokens: string[], eachTick: number): Promise<Seen[]> {
  const agents = visitorsFor(tokens.length)
  const answers: Promise<Seen>[] = []
  const began = performance.now()
  for (let tick = 1; tick <= TICKS * SECONDS.beyond; tick++) {
    for (const token of tokens.splice(-eachTick)) {
      const agent = agents[answers.length % agents.length]
      answers.push(send(url, agent, token))
    }
    await sleep(Math.max(0, began + (tick * 1_000) / TICKS - performance.now()))
  }
  const seen = await Promise.all(answers)
  for (const agent of agents) agent.destroy()
  return seen
}

/** So many people that none of them is a flood, each at an address of the loopback range. */
const visitorsFor = (messages: number): Agent[] =>
  Array.from({ length: Math.ceil(messages / MESSAGES_PER_ADDRESS) }, (_, number) => {
    const localAddress = `127.2.${number >> 8}.${number & 255}`
    return new Agent({ keepAlive: true, maxSockets: 1, localAddress })
  })

async function send(url: string, agent: Agent | undefined, token: string): Promise<Seen> {
  const began = performance.now()
  const answer = await post(url, agent, token).catch(() => ({ status: 0, retryAfter: undefined }))
  const honest = answer.status === 201 || (answer.status === 503 && answer.retryAfter !== undefined)
  return { status: answer.status, honest, ms: performance.now() - began }
}

function report(seen: Seen[], memory: number[]): void {
  const counts = new Map<number, number>()
  for (const { status } of seen) counts.set(status, (counts.get(status) ?? 0) + 1)
  const times = seen.map(({ ms }) => ms).sort((a, b) => a - b)
  const late = times.filter((ms) => ms > PATIENCE_MS).length
  console.log(
    [...counts].map(([status, count]) => `${count} × ${status || 'no answer'}`).join(', '),
  )
  console.log(
    `${seen.filter(({ honest }) => !honest).length} neither stored nor told when to come back, ${late} after ${PATIENCE_MS / 1_000} s`,
  )
  console.log(
    `p50 ${times[times.length >> 1]?.toFixed(0)} ms, slowest ${times.at(-1)?.toFixed(0)} ms`,
  )
  console.log(`memory every 2 s: ${memory.join(' ')} MiB`)
}
