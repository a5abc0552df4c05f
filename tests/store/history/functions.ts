import type { Context } from '@netlify/functions'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import adminRecords from '#functions/admin-records.ts'
import formsFunction from '#functions/forms.ts'
import { forms } from '#forms/index.ts'
import { startSession } from '#server/admin/session.ts'
import { issueChallenge } from '#server/spam/altcha.ts'
import type { Task } from './tasks.ts'

/** Calls the functions as the platform does, in a process without a test runner. */

const origin = 'http://localhost'

// A log line for each of a hundred thousand requests would be useless.
console.info = () => undefined

type Func = (request: Request, context: Context) => Promise<Response>
type Params = Record<string, string | undefined>

const later = new Set<Promise<unknown>>()

/** Waits until all work after the answers is done. */
export async function idle(): Promise<void> {
  while (later.size > 0) await Promise.all(later)
}

function call(func: Func, request: Request, params: Params): Promise<Response> {
  const waitUntil = (work: Promise<unknown>) => {
    const done = work.finally(() => later.delete(done))
    later.add(done)
  }
  // The handlers use only these parts of a context.
  const deploy = { context: 'dev' }
  const context = { ip: someAddress(), params, url: new URL(request.url), deploy, waitUntil }
  return func(request, context as unknown as Context)
}

/** A random example address, so that the flood limit does not interfere. */
const someAddress = () => `2001:db8:${Math.floor(Math.random() * 2 ** 16).toString(16)}::1`

/** Sends a form as a page does, with a cheap bot check. */
export async function send({ form, key, answers }: Task & { does: 'send' }): Promise<Response> {
  const action = forms.find(({ name }) => name === form)?.captchaAction ?? ''
  const challenge = await issueChallenge(action, 1)
  const solution = await solveChallenge({ challenge, deriveKey, counterStart: 1 })
  const captchaToken = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  const request = new Request(`${origin}/api/forms/${form}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ ...answers, captchaToken }),
  })
  return call(formsFunction, request, { form })
}

let cookie = ''

/** Sends a request to the admin API with a session. */
export async function ask(task: Task & { does: 'ask' }): Promise<Response> {
  const url = `${origin}/api/admin/${task.path}`
  const words = new URL(url).pathname.split('/').slice(3)
  const [collection = '', id, action] = words.filter((word) => word !== 'entries')
  const params = { collection, ...(id && { id }), ...(action && { action }) }
  for (const isLast of [false, true]) {
    cookie ||= await signedIn()
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const request = new Request(url, { method: task.method, headers })
    const answer = await call(adminRecords, request, params)
    if (isLast || answer.status !== 401) return answer
    // The session has expired.
    cookie = ''
  }
  throw new Error('Unreachable.')
}

/** Starts a session without a password, because other tests cover the login. */
const signedIn = async () =>
  (await startSession(new Request(origin))).headers.getSetCookie()[0]?.split(';')[0] ?? ''
