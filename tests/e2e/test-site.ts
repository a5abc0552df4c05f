import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '#server/admin/password.ts'
import { withoutSettings } from '../../scripts/setup/settings.ts'

export type TestSite = {
  url: string
  admin: { email: string; password: string }
  dataDir: string
  /** The server's output so far. */
  log: () => string
  /** Ends the server cleanly and starts it again with the same data and port. */
  restart: () => Promise<void>
  /** Kills the server like a power cut; `restart` starts it again. */
  kill: () => Promise<void>
  close: () => Promise<void>
}

const admin = { email: 'admin@example.com', password: 'correct horse battery' }
/** Cheap passwords and puzzles, because most tests sign in and send forms. */
const CHEAP = {
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD_HASH: await hashPassword(admin.password, {
    memory: 64,
    passes: 1,
    parallelism: 1,
  }),
  SESSION_SECRET: 'a secret for tests only, 32 or more characters',
  PUZZLE_TRIES: '1',
}

/** Runs the real `npm start` server on a free port with new data. */
export const startTestSite = (
  dist: string,
  env: Record<string, string>,
  folder?: string,
): Promise<TestSite> =>
  startScript(
    ['scripts/serve.ts', '--built', dist],
    { ...CHEAP, FLOOD_LIMIT: '1000', RECEIPT_LIMIT: '1000', ...env },
    folder,
  )

/** Runs one of the project's servers in `folder`. */
export async function startScript(
  script: string[],
  env: Record<string, string>,
  folder = '.',
): Promise<TestSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'test-site-'))
  // The developer's own settings must not affect the site under test.
  const clean = { ...process.env, ...withoutSettings() }
  const own: Record<string, string> = { ...env, DATA_DIR: dataDir, TMPDIR: dataDir }
  let log = ''
  let server: ChildProcess

  const start = async (port: string) => {
    server = spawn(process.execPath, script, {
      cwd: folder,
      // The IPC channel also ends the server if this process dies.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...clean, ...own, PORT: port },
    })
    for (const stream of [server.stdout, server.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (log += text))
    }
    const [message] = (await Promise.race([
      once(server, 'message'),
      once(server, 'exit'),
    ])) as unknown[]
    if (isReady(message)) return message.url
    throw new Error(`The site under test did not start:\n${log}`)
  }

  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill(signal)
    const [code] = (await gone) as [number | null]
    if (signal === 'SIGTERM' && code !== 0)
      throw new Error(`The site did not stop cleanly:\n${log}`)
  }

  const url = await start('0')
  return {
    url,
    dataDir,
    admin: own['ADMIN_PASSWORD_HASH'] ? admin : await madeAdmin(dataDir),
    log: () => log,
    kill: () => end('SIGKILL'),
    async restart() {
      await end('SIGTERM')
      await start(new URL(url).port)
    },
    async close() {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The admin account that the server made. */
const madeAdmin = async (dataDir: string) =>
  JSON.parse(await readFile(join(dataDir, 'admin.json'), 'utf8')) as TestSite['admin']

const isReady = (message: unknown): message is { url: string } =>
  typeof message === 'object' && message !== null && 'url' in message
