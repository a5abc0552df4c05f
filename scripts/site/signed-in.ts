import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setting } from '../setup/settings.ts'
import { askTerminal } from './ask-terminal.ts'
import { Stop } from './command.ts'

export type SignedIn = {
  site: string
  /** Sends a request below /api/admin/; throws Refused unless it succeeds. */
  ask: (path: string, init?: RequestInit) => Promise<Response>
  /** The value of the Cookie header. */
  cookie: () => string
}

export class Refused extends Stop {
  override name = 'Refused'
  readonly status: number

  constructor(status: number, words: string) {
    super(words)
    this.status = status
  }
}

const TRIES = 5
const REQUEST_MS = 70_000
const WORTH_ANOTHER_TRY = [429, 500, 502, 503, 504]

/** Signs in with ADMIN_EMAIL and ADMIN_PASSWORD, or asks for them in the terminal. */
export async function signIn(site: string): Promise<SignedIn> {
  const credentials = {
    email: setting('ADMIN_EMAIL') ?? (await askFor('Email', 'ADMIN_EMAIL')),
    password: setting('ADMIN_PASSWORD') ?? (await askFor('Password', 'ADMIN_PASSWORD')),
  }
  const cookies = new Map<string, string>()
  const pairs = () => [...cookies].map((pair) => pair.join('='))
  const cookie = () => pairs().join('; ')

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(`${site}/api/admin/${path}`, {
      ...init,
      // The API accepts writes from the site's own origin only.
      headers: { ...(init.headers as Record<string, string>), origin: site, cookie: cookie() },
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_MS),
    })
    for (const line of answer.headers.getSetCookie()) keep(cookies, line)
    return answer
  }
  const post = (path: string, body?: unknown) =>
    send(path, {
      method: 'POST',
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })

  async function ask(path: string, init?: RequestInit): Promise<Response> {
    for (let tries = 1; ; tries++) {
      const answer = await send(path, init).catch(() => null)
      if (answer?.ok) return answer
      const isStale = answer?.status === 401 && tries < TRIES
      if (isStale && (await post('refresh').catch(() => null))?.ok) continue
      const asksAgain = answer?.status === 403 && tries < TRIES && (await isAskedAgain(answer))
      if (asksAgain && (await post('login', credentials).catch(() => null))?.ok) continue
      const canWait = !answer || WORTH_ANOTHER_TRY.includes(answer.status)
      if (!canWait || tries === TRIES) throw await refusal(site, answer)
      await sleep(tries * 1_000)
    }
  }

  const known = await keptDevice(site)
  if (known) keep(cookies, known)
  const answer = await post('login', credentials).catch(() => null)
  if (answer?.status === 401) throw new Stop('The email address or the password is wrong.')
  if (!answer?.ok) throw await refusal(site, answer)
  await keepDevice(site, pairs())
  return { site, ask, cookie }
}

/** Whether the site wants a younger sign-in, as it does after ten minutes of a long command. */
const isAskedAgain = async (answer: Response): Promise<boolean> =>
  (
    (await answer
      .clone()
      .json()
      .catch(() => null)) as { again?: true } | null
  )?.again === true

async function askFor(what: string, name: string): Promise<string> {
  if (process.stdin.isTTY) return askTerminal(`${what}: `, what === 'Password')
  throw new Stop(`Set ${name}, or run this in a terminal, which asks for it.`)
}

/** Explains a refused request, with the site's own words if it sent some. */
async function refusal(site: string, answer: Response | null): Promise<Stop> {
  if (!answer) return new Stop(`${site} did not answer.`)
  const goesTo = answer.headers.get('location')
  if (goesTo) return new Stop(`${site} sends its visitors to ${goesTo}: use that address.`)
  const body = (await answer.json().catch(() => ({}))) as { error?: unknown } | null
  const words = typeof body?.error === 'string' ? body.error : 'This is not the studio’s site.'
  const minutes = Math.ceil(Number(answer.headers.get('retry-after')) / 60)
  const wait = answer.status === 429 && minutes > 0 ? ` Try again in ${minutes} min.` : ''
  return new Refused(answer.status, `${site} answered ${answer.status}: ${words}${wait}`)
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';')
  const [name = '', ...value] = pair.split('=')
  const isOver = attributes.some((one) => one.trim().toLowerCase() === 'max-age=0')
  if (isOver) cookies.delete(name)
  else cookies.set(name, value.join('='))
}

/** The cookie of a device that signed in before (netlify/server/admin/login-throttle.ts). */
const DEVICE = /^(__Host-)?device=[\x21-\x3a\x3c-\x7e]+$/

const fileOf = (site: string) =>
  join(setting('DATA_DIR') ?? '.data', 'devices', encodeURIComponent(site))

async function keptDevice(site: string): Promise<string | undefined> {
  const kept = await readFile(fileOf(site), 'utf8').catch(() => '')
  return DEVICE.test(kept) ? kept : undefined
}

/** Saves the device cookie for the next sign-in. Only this machine's user can read the file. */
async function keepDevice(site: string, cookies: readonly string[]): Promise<void> {
  const device = cookies.find((cookie) => DEVICE.test(cookie))
  if (!device) return
  const file = fileOf(site)
  const unfinished = `${file}.${process.pid}`
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(unfinished, device, { mode: 0o600 })
    await rename(unfinished, file)
  } catch {
    // The command works without the file. The next sign-in comes from an unknown device.
  }
}
