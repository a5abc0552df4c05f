import { randomUUID } from 'node:crypto'
import type { Context } from '@netlify/functions'
import { solveChallenge, type Challenge, type Solution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import adminExport from '#functions/admin-export.ts'
import adminLists from '#functions/admin-lists.ts'
import adminPeople from '#functions/admin-people.ts'
import adminRecords from '#functions/admin-records.ts'
import adminSession from '#functions/admin-session.ts'
import formsFunction from '#functions/forms.ts'
import type { Form } from '#forms/form.ts'
import { REPLY_DUE } from '#promises/reply-due.ts'
import { startBlobs, type Blobs } from '#local/blobs/start-blobs.ts'
import { useTransport } from '#server/storage/fetch-with-retry.ts'
import { hashPassword } from '#server/admin/password.ts'
import { issueChallenge } from '#server/spam/altcha.ts'

/** The functions, called with real Requests, on a real store in memory. */

export const origin = 'http://localhost'
export const admin = { email: 'admin@studio.test', password: 'correct horse battery' }
export const ownPage = { 'sec-fetch-site': 'same-origin' }

/** Cheap settings, because every test signs in; `password.test.ts` tests the real cost. */
export const CHEAP = { memory: 64, passes: 1, parallelism: 1 }

type Storage = typeof fetch
let blobs: Blobs
/** The store without interception. */
let plain: Storage

/**
 * Opens a fresh store for the test file that calls this. On a busy machine the steps of a test take
 * longer than what a request has for storage, so only a file that measures time (`isTimed`) has it.
 */
export function useStudio({ isTimed = false } = {}) {
  beforeAll(async () => {
    blobs = await startBlobs({ file: ':memory:' })
    plain = blobs.fetch
    useTransport(plain)
    process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
    process.env['ADMIN_EMAIL'] = admin.email
    process.env['ADMIN_PASSWORD_HASH'] = await hashPassword(admin.password, CHEAP)
    process.env['SESSION_SECRET'] = 'a secret for tests only, 32 or more characters'
    process.env['FLOOD_LIMIT'] = '100000'
  })
  afterAll(() => blobs.close())
  if (isTimed) return
  beforeEach(() => {
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    plain = (input, init) => blobs.fetch(input, { ...init, signal: null })
    useTransport(plain)
  })
}

/** Intercepts requests to storage; returns a function that ends this. */
export function interceptStorage(intercept: (storage: Storage) => Storage): () => void {
  useTransport(intercept(plain))
  return () => {
    useTransport(plain)
  }
}

/**
 * Lets the process die before (or after) its nth request to storage; returns a function that
 * revives it. That function fails the test if there was no nth request.
 */
export function dieAt(step: number, isAfter: boolean): () => void {
  let requests = 0
  const putBack = interceptStorage((storage) => async (input, init) => {
    requests++
    if (requests === step && isAfter) await storage(input, init)
    if (requests >= step) throw new TypeError('The process is dead.')
    return storage(input, init)
  })
  return () => {
    putBack()
    expect(requests, 'requests to storage').toBeGreaterThanOrEqual(step)
  }
}

/** Every moment at which a process can die in an operation with this number of storage requests. */
export const crashes = (requests: number) =>
  Array.from({ length: requests }, (_, i) => i + 1).flatMap((step) => [
    { step, when: 'before', isAfter: false },
    { step, when: 'after', isAfter: true },
  ])

/** Counts an operation's storage requests, so that a test can crash at each of them. */
export async function requestsOf(operation: () => Promise<unknown>): Promise<number> {
  let requests = 0
  const putBack = interceptStorage((storage) => (input, init) => {
    requests++
    return storage(input, init)
  })
  await operation()
  putBack()
  return requests
}

export type Asked = {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  address?: string
  /** Receives the work after the response; without it there is none. */
  waitUntil?: (work: Promise<unknown>) => void
}

type Func = (request: Request, context: Context) => Promise<Response>

function ask(func: Func, path: string, params: Record<string, string>, asked: Asked) {
  const { method = 'POST', body, headers, address = '203.0.113.7', waitUntil } = asked
  const isText = typeof body === 'string'
  // A Request names the type of these itself.
  const native = body instanceof FormData || body instanceof URLSearchParams ? body : undefined
  const isJson = body !== undefined && !native
  const request = new Request(origin + path, {
    method,
    headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: native ?? (isText ? body : JSON.stringify(body)) }),
  })
  // The handlers read only these fields of the context.
  const url = new URL(request.url)
  const context = { ip: address, params, url, deploy: { context: 'dev' }, waitUntil }
  return func(request, context as unknown as Context)
}

export const askForm = (form: string, asked: Asked = {}) =>
  ask(formsFunction, `/api/forms/${form}`, { form: form.replace(/\?.*/, '') }, asked)

export const askSession = (action: string, asked: Asked = {}) =>
  ask(adminSession, `/api/admin/${action}`, { action }, { headers: ownPage, ...asked })

export function askRecords(path: string, asked: Asked = {}) {
  const [collection = '', id, action] = path.replace(/\?.*/, '').split('/')
  const params = { collection, ...(id && { id }), ...(action && { action }) }
  return ask(adminRecords, `/api/admin/${path}`, params, { method: 'GET', ...asked })
}

export function askWaitlist(path: string, asked: Asked = {}) {
  const [list = '', id, action] = path.replace(/\?.*/, '').split('/')
  const isEntries = list === 'entries'
  const params = { collection: 'waitlist', ...(id && { id }), ...(action && { action }) }
  return ask(
    isEntries ? adminRecords : adminLists,
    `/api/admin/waitlist/${path}`,
    isEntries ? params : { action: list },
    { method: 'GET', ...asked },
  )
}

export const askResume = (id: string, { query = '', ...asked }: Asked & { query?: string } = {}) =>
  askRecords(`career-applications/${id}/resume${query}`, asked)

export const askExport = (file: string, asked: Asked = {}) =>
  ask(
    adminExport,
    `/api/admin/${file}`,
    { file: file.replace(/\?.*/, '') },
    { method: 'GET', ...asked },
  )

export function askPeople(body: unknown, action = '', asked: Asked = {}) {
  const path = action ? `/api/admin/people/${action}` : '/api/admin/people'
  return ask(adminPeople, path, action ? { action } : {}, { body, ...asked })
}

/** Asks again while the response has Retry-After, as the admin area does. */
export async function untilAnswered(
  ask: (asked: Pick<Asked, 'waitUntil'>) => Promise<Response>,
): Promise<Response> {
  for (;;) {
    const later: Promise<unknown>[] = []
    const answer = await ask({ waitUntil: (work) => void later.push(work) })
    await Promise.all(later)
    if (!answer.headers.has('retry-after')) return answer
  }
}

/** A challenge that costs one derivation instead of hundreds, and its solution. */
export async function solved(action: string) {
  const challenge = await issueChallenge(action, 1)
  const solution = await solveChallenge({ challenge, deriveKey, counterStart: 1 })
  if (!solution) throw new Error('The challenge has no solution.')
  return { challenge, solution }
}

/** What a browser sends as its bot check. */
export const tokenOf = (made: { challenge: Challenge; solution: Solution }) =>
  Buffer.from(JSON.stringify(made)).toString('base64')

/** A solved bot check. */
export const token = async (action = 'contact_form') => tokenOf(await solved(action))

export const message = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'General Inquiry',
  message: 'I would like to talk.',
}

/** Sends a contact message like a page, with its own bot check unless `changes` has one. */
export async function sendMessage(
  changes: { captchaToken?: string } & Record<string, unknown> = {},
  key: string = randomUUID(),
): Promise<Response> {
  const captchaToken = changes.captchaToken ?? (await token())
  const body = { ...message, ...changes, captchaToken }
  return askForm('contact', { body, headers: { 'idempotency-key': key } })
}

/** Sends any form as a page would, with a bot check of its own unless `answers` has one. */
export async function send(
  form: Form,
  answers: Record<string, unknown>,
  key: string = randomUUID(),
): Promise<Response> {
  const captchaToken = answers['captchaToken'] ?? (await token(form.captchaAction))
  const body = { ...answers, captchaToken }
  return askForm(form.name, { body, headers: { 'idempotency-key': key } })
}

/** Signs in and returns the header for later requests. */
export async function signIn(): Promise<{ cookie: string }> {
  const answer = await askSession('login', { body: admin })
  return { cookie: cookieOf(answer) }
}

export const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''

/** A response's headers without what is always different: the request id, and a moment. */
export const told = ({ headers }: Response) =>
  [...headers]
    .filter(([name]) => name !== 'x-request-id')
    .map(([name, value]) => [name, name === REPLY_DUE ? value.replace(/^\S+Z /, '') : value])

export type Listed = {
  items: { id: string; email: string }[]
  total: number
  next: string | null
  indexed?: { done: number; of: number }
}

export async function listMessages(headers: { cookie: string }, query = ''): Promise<Listed> {
  const answer = await askRecords(`contact-submissions${query}`, { headers })
  return (await answer.json()) as Listed
}
