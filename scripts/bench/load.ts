import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { contact } from '#forms/contact.ts'
import { issueChallenge } from '#server/spam/altcha.ts'
import { openStore } from '../site/open-store.ts'

/**
 * Valid contact messages against the local server, as many as it takes: fifty visitors at once, each
 * with a solved bot check and an address of the loopback range that sends less than a flood.
 */

const VISITORS = 50
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 30)
/** Below the flood limit, so that nothing is held back. */
const MESSAGES_PER_ADDRESS = 15
/** Tokens are made before the clock starts; each costs one derivation, not some hundred. */
const TOKENS = SECONDS * 2_000

/** Sends for BENCH_SECONDS and prints submissions a second, latencies and the server's memory. */
export async function loadBench() {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const server = fork('scripts/serve.ts', ['--built', 'dist'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [{ url }] = (await once(server, 'message')) as [{ url: string }]
  const pid = server.pid ?? 0
  await post(url, new Agent(), '')

  console.log(`solving ${TOKENS.toLocaleString('en')} bot checks …`)
  const tokens = await solvedTokens(dataDir)
  const before = await residentMiB(pid)
  const { latencies, failures, seconds } = await drive(url, tokens)
  const after = await residentMiB(pid)
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
  console.log(
    `${(sorted.length / seconds).toFixed(0)} submissions a second for ${seconds.toFixed(0)} s`,
  )
  console.log(
    `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(0.99999)} ms, ${failures} failed`,
  )
  console.log(`memory ${before} MiB before, ${after} MiB after`)
  server.kill('SIGTERM')
  await once(server, 'exit')
  await rm(dataDir, { recursive: true })
}

/** The bench reads the site's secret beside the server, so it knows each challenge's answer. */
async function solvedTokens(dataDir: string): Promise<string[]> {
  const close = await openStore(dataDir)
  const tokens: string[] = []
  for (let i = 0; i < TOKENS; i++) {
    const challenge = await issueChallenge(contact.captchaAction, 1)
    const solution = await solveChallenge({ challenge, deriveKey, counterStart: 1 })
    tokens.push(Buffer.from(JSON.stringify({ challenge, solution })).toString('base64'))
  }
  await close()
  return tokens
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

/** The status of one message; 400 for one without a bot check. */
async function post(url: string, agent: Agent, captchaToken: string): Promise<number> {
  const body = JSON.stringify({
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    subject: 'General Inquiry',
    message: 'I would like to talk about engines.',
    captchaToken,
  })
  const target = new URL('/api/forms/contact', url)
  const sent = request({
    host: '127.0.0.1',
    port: target.port,
    path: target.pathname,
    method: 'POST',
    agent,
  })
  sent.setHeader('content-type', 'application/json')
  sent.setHeader('content-length', Buffer.byteLength(body))
  sent.setHeader('idempotency-key', randomUUID())
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [
    NodeJS.ReadableStream & { statusCode: number },
  ]
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode
}

async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
}
