import { Agent } from 'node:http'
import { performance } from 'node:perf_hooks'
import { quantile } from './figure.ts'
import { post, solvedTokens, startBenchSite } from './stage/site.ts'

/**
 * Measures how many valid contact messages the local server stores. Fifty visitors send at once,
 * each from its own loopback address and below the flood limit.
 */

const VISITORS = 50
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 30)
/** More messages would reach the flood limit and be held. */
export const MESSAGES_PER_ADDRESS = 15
/** Bot checks that are solved before the measurement starts. */
const TOKENS = SECONDS * 2_000

/** Sends for BENCH_SECONDS and prints submissions a second, latencies and the server's memory. */
export async function loadBench() {
  const site = await startBenchSite()
  console.log(`solving ${TOKENS.toLocaleString('en')} bot checks …`)
  const tokens = await solvedTokens(site.dataDir, TOKENS)
  const before = await site.memoryMiB()
  const { latencies, failures, seconds } = await drive(site.url, tokens)
  const after = await site.memoryMiB()
  const at = (share: number) => quantile(latencies, share).toFixed(1)
  console.log(
    `${(latencies.length / seconds).toFixed(0)} submissions a second for ${seconds.toFixed(0)} s`,
  )
  console.log(
    `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(0.99999)} ms, ${failures} failed`,
  )
  console.log(`memory ${before} MiB before, ${after} MiB after`)
  await site.close()
  await site.remove()
}

async function drive(url: string, tokens: string[]) {
  const latencies: number[] = []
  let failures = 0
  let address = 0
  const began = performance.now()
  const end = began + SECONDS * 1_000
  const visit = async () => {
    while (performance.now() < end && tokens.length > 0) {
      address++
      const localAddress = `127.1.${address >> 8}.${address & 255}`
      const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress })
      for (let i = 0; i < MESSAGES_PER_ADDRESS && performance.now() < end; i++) {
        const token = tokens.pop()
        if (!token) break
        const sent = performance.now()
        if ((await post(url, agent, token)) !== 201) failures++
        latencies.push(performance.now() - sent)
      }
      agent.destroy()
    }
  }
  await Promise.all(Array.from({ length: VISITORS }, visit))
  return { latencies, failures, seconds: (performance.now() - began) / 1_000 }
}
