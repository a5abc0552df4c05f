import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contact } from '#forms/contact.ts'
import type { Form } from '#forms/form.ts'
import { startSite } from '#local/server.ts'
import { issueChallenge, solve } from '#server/spam/altcha.ts'
import { openStore } from '../../site/open-store.ts'

/** Starts the built site in its own process. With `settings` it doesn't read .env. */
export async function startBenchSite(settings?: Record<string, string>) {
  const dataDir = settings?.['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'bench-')))
  const program = settings ? import.meta.filename : 'scripts/serve.ts'
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
    /** Ends the server and keeps its data. */
    async close() {
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
    remove: () => rm(dataDir, { recursive: true }),
  }
}

/** Solves bot checks of the contact form, with the secret in the site's store. */
export async function solvedTokens(dataDir: string, count: number): Promise<string[]> {
  const close = await openStore(dataDir)
  const tokens: string[] = []
  while (tokens.length < count) tokens.push(await solvedToken(contact))
  await close()
  return tokens
}

export const message = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'General Inquiry',
  message: 'I would like to talk about engines.',
}

/** Solves a bot check that costs one derivation. */
export const solvedToken = async (form: Form): Promise<string> =>
  solve(await issueChallenge(form.captchaAction, 0))

/** Sends one message and returns the status, which is 400 without a bot check. */
export async function post(url: string, agent: Agent, captchaToken: string): Promise<number> {
  const body = JSON.stringify({ ...message, captchaToken })
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
  return answer.statusCode ?? 0
}

/** Linux counts in hundredths of a second. */
const MS_A_TICK = 10

/** A process's CPU time, which depends less on other work than the wall-clock time. */
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

/** Serves the built site and doesn't read .env. */
if (import.meta.main) {
  const close = await openStore(process.env['DATA_DIR'] ?? '.data')
  const site = await startSite({ dist: 'dist', netlifyToml: 'netlify.toml' })
  process.send?.({ url: site.url })
  process.on('SIGTERM', () => {
    void site
      .close()
      .then(close)
      .finally(() => process.exit())
  })
}
