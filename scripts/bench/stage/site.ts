import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { contact } from '#forms/contact.ts'
import { issueChallenge } from '#server/spam/altcha.ts'
import { openStore } from '../../site/open-store.ts'

/**
 * The built site in a process of its own, and visitors who send it contact messages. With settings of
 * its own it has these and no others.
 */
export async function startBenchSite(settings?: Record<string, string>) {
  const dataDir = settings?.['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'bench-')))
  const program = settings ? 'scripts/bench/stage/site-program.ts' : 'scripts/serve.ts'
  const server = fork(program, settings ? [] : ['--built', 'dist'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [{ url }] = (await once(server, 'message')) as [{ url: string }]
  await post(url, new Agent(), '')
  return {
    url,
    dataDir,
    memoryMiB: () => residentMiB(server.pid ?? 0),
    cpuMs: () => cpuMs(server.pid ?? 0),
    /** Ends the server; its data stays until `remove`. */
    async close() {
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
    remove: () => rm(dataDir, { recursive: true }),
  }
}

/** So many solved bot checks: read beside the server, the site's secret makes each cost one derivation. */
export async function solvedTokens(dataDir: string, count: number): Promise<string[]> {
  const close = await openStore(dataDir)
  const tokens: string[] = []
  for (let i = 0; i < count; i++) {
    const challenge = await issueChallenge(contact.captchaAction, 1)
    const solution = await solveChallenge({ challenge, deriveKey, counterStart: 1 })
    tokens.push(Buffer.from(JSON.stringify({ challenge, solution })).toString('base64'))
  }
  await close()
  return tokens
}

/** How one message is answered; with 400 where it has no bot check. */
export async function post(url: string, agent: Agent | undefined, captchaToken: string) {
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
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] }
}

/** Linux counts in hundredths of a second. */
const MS_A_TICK = 10

/** What a process has used of the processor: on a busy machine that says more than the clock. */
async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [, , , , , , , , , , , user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return (user + system) * MS_A_TICK
}

async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
}
