import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from '#api/commands.ts'
import { setting } from '../setup/settings.ts'
import { Stop, askTerminal } from './command.ts'
import { confirmed } from './confirm.ts'
import { keepCookie, keptCookie } from './kept-cookies.ts'

export type SignedIn = {
  site: string
  /** Sends a request below /api/admin/; throws Refused unless it succeeds. */
  ask: (path: string, init?: RequestInit) => Promise<Response>
  /** The value of the Cookie header. */
  cookie: () => string
}

const TRIES = 5
const REQUEST_MS = 70_000
const WORTH_ANOTHER_TRY = [429, 500, 502, 503, 504]

/**
 * Signs in for a command: with ADMIN_PASSWORD if it is set, otherwise with a session of an earlier
 * command, or with a new one that a person confirms in a browser. Where nobody has a passkey, it
 * asks for the password.
 */
export async function signIn(site: string, command: Command): Promise<SignedIn> {
  const cookies = new Map<string, string>()
  const pairs = () => [...cookies].map((pair) => pair.join('='))
  const cookie = () => pairs().join('; ')
  /** The session is a person's, so the next command may use it too. */
  let isPersons = false

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(`${site}/api/admin/${path}`, {
      ...init,
      // The API accepts writes from the site's own origin only.
      headers: { ...(init.headers as Record<string, string>), origin: site, cookie: cookie() },
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_MS),
    })
    const set = answer.headers.getSetCookie()
    for (const line of set) keep(cookies, line)
    if (set.length > 0) await keepCookie(site, 'device', pairs())
    if (set.length > 0 && isPersons) await keepCookie(site, 'admin', pairs())
    return answer
  }
  const post = (path: string, body?: unknown) =>
    send(path, {
      method: 'POST',
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    }).catch(() => null)

  let credentials: { email: string; password: string } | undefined
  async function byPassword() {
    credentials ??= {
      email: setting('ADMIN_EMAIL') ?? (await askFor('Email', 'ADMIN_EMAIL')),
      password: setting('ADMIN_PASSWORD') ?? (await askFor('Password', 'ADMIN_PASSWORD')),
    }
    const answer = await post('login', credentials)
    if (answer?.status === 401) throw new Stop('The email address or the password is wrong.')
    return answer
  }

  async function signInNow() {
    isPersons = !setting('ADMIN_PASSWORD')
    let answer = isPersons ? await confirmed(site, command, post) : undefined
    if (answer === undefined) {
      isPersons = false
      answer = await byPassword()
    }
    if (!answer?.ok) throw await refusal(site, answer)
  }
  let beginning: Promise<void> | undefined
  /** Requests that wait for a sign-in at the same time share one. */
  const begin = () =>
    (beginning ??= signInNow().finally(() => {
      beginning = undefined
    }))

  async function ask(path: string, init?: RequestInit): Promise<Response> {
    for (let tries = 1; ; tries++) {
      const answer = await send(path, init).catch(() => null)
      if (answer?.ok) return answer
      const isStale = answer?.status === 401 && tries < TRIES
      if (isStale && (await post('refresh'))?.ok) continue
      const asksAgain = answer?.status === 403 && tries < TRIES && (await isAskedAgain(answer))
      if (asksAgain) {
        await begin()
        continue
      }
      const canWait = !answer || WORTH_ANOTHER_TRY.includes(answer.status)
      if (!canWait || tries === TRIES) throw await refusal(site, answer)
      await sleep(tries * 1_000)
    }
  }

  const known = [await keptCookie(site, 'device')]
  if (!setting('ADMIN_PASSWORD')) known.push(await keptCookie(site, 'admin'))
  for (const one of known) if (one) keep(cookies, one)
  isPersons = known[1] !== undefined
  if (!isPersons || !(await post('refresh'))?.ok) await begin()
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

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';')
  const [name = '', ...value] = pair.split('=')
  const isOver = attributes.some((one) => one.trim().toLowerCase() === 'max-age=0')
  if (isOver) cookies.delete(name)
  else cookies.set(name, value.join('='))
}

export class Refused extends Stop {
  override name = 'Refused'
  readonly status: number

  constructor(status: number, words: string) {
    super(words)
    this.status = status
  }
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
