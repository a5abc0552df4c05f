import { sealData } from 'iron-session'
import { expect, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import { hashPassword } from '#server/admin/password.ts'
import { collectionOf, type Collection } from '#server/collections/collection.ts'
import { add } from '#server/collections/records.ts'
import { newId } from '#server/storage/record-id.ts'
import { forget } from './rows.ts'
import {
  interceptStorage,
  admin,
  askRecords,
  askSession,
  cookieOf,
  ownPage,
  signIn,
  useStudio,
  type Listed,
} from './studio.ts'

useStudio()

const list = (headers: Record<string, string>) => askRecords('contact-submissions', { headers })
const MINUTE = 60_000

/** Advances the time for the functions, but not for the store. */
function wait(minutes: number) {
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + minutes * MINUTE)
}

test('the admin signs in, and the cookie gives access to the lists', async () => {
  const answer = await askSession('login', { body: admin })
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()[0]).toMatch(/^admin=.*HttpOnly; SameSite=Strict$/)
  expect((await list({ cookie: cookieOf(answer) })).status).toBe(200)
})

test.each(['https://studio.test', 'http://studio.test'])(
  'on %s the cookie is bound to the host',
  async (site) => {
    const { default: session } = await import('#functions/admin-session.ts')
    const request = new Request(`${site}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...ownPage },
      body: JSON.stringify(admin),
    })
    const context = { ip: '203.0.113.80', params: { action: 'login' }, deploy: { context: 'dev' } }
    const answer = await session(request, context as unknown as Parameters<typeof session>[1])
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-admin=.*Path=\/.*Secure/)
  },
)

const wrong: [string, object][] = [
  ['a wrong password', { ...admin, password: 'guess' }],
  ['an unknown address', { ...admin, email: 'nobody@studio.test' }],
  ['nothing', {}],
  ['a list for a password', { ...admin, password: ['a'] }],
]

test.each(wrong)('%s is answered with Invalid credentials', async (what, body) => {
  const answer = await askSession('login', { body, address: what })
  expect(answer.status).toBe(401)
  expect(await answer.json()).toEqual({ error: 'Invalid credentials' })
  expect(answer.headers.getSetCookie()).toEqual([])
})

test('after ten wrong guesses from one address even the right password must wait', async () => {
  const address = '203.0.113.66'
  const guess = () => askSession('login', { address, body: { ...admin, password: 'guess' } })
  const answers = await Promise.all(Array.from({ length: 12 }, guess))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
  const late = await askSession('login', { address, body: admin })
  expect(late.status).toBe(429)
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(890)
  expect(Number(late.headers.get('retry-after'))).toBeLessThanOrEqual(900)
  expect(await late.json()).toEqual({ error: 'Too many attempts.' })
  expect((await askSession('login', { address: '203.0.113.67', body: admin })).status).toBe(200)
  wait(16)
  expect((await askSession('login', { address, body: admin })).status).toBe(200)
})

test('frequent sign-ins are not limited', async () => {
  for (let i = 0; i < 12; i++) {
    expect((await askSession('login', { address: '203.0.113.68', body: admin })).status).toBe(200)
  }
})

test('a session is valid for 15 minutes, and again after a refresh', async () => {
  const before = await signIn()
  wait(16)
  expect((await list(before)).status).toBe(401)
  const refreshed = await askSession('refresh', { headers: { ...before, ...ownPage } })
  expect(refreshed.status).toBe(200)
  expect((await list({ cookie: cookieOf(refreshed) })).status).toBe(200)
})

test('a session that was idle for 30 minutes is over', async () => {
  const before = await signIn()
  wait(31)
  expect((await askSession('refresh', { headers: { ...before, ...ownPage } })).status).toBe(401)
})

test('refreshes keep a session alive for at most twelve hours', async () => {
  const start = Date.now()
  let { cookie } = await signIn()
  const clock = vi.spyOn(Date, 'now')
  let minutes = 0
  for (; minutes < 13 * 60; minutes += 14) {
    clock.mockReturnValue(start + minutes * MINUTE)
    const answer = await askSession('refresh', { headers: { cookie, ...ownPage } })
    if (answer.status === 401) break
    cookie = cookieOf(answer)
  }
  expect(minutes).toBeGreaterThan(11.5 * 60)
  expect(minutes).toBeLessThanOrEqual(12 * 60 + 14)
})

test('logout ends the session for every copy of its cookie', async () => {
  const copy = await signIn()
  const answer = await askSession('logout', { headers: { ...copy, ...ownPage } })
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()[0]).toMatch(/Max-Age=0/)
  expect(answer.headers.get('clear-site-data')).toBe('"cache"')
  expect((await list(copy)).status).toBe(401)
  expect((await askSession('refresh', { headers: { ...copy, ...ownPage } })).status).toBe(401)
})

test('signing out everywhere ends every session at its next request', async () => {
  const [here, elsewhere] = [await signIn(), await signIn()]
  const leave = () => askSession('sign-out-everywhere', { headers: { ...here, ...ownPage } })
  const answer = await leave()
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()[0]).toMatch(/Max-Age=0/)
  for (const session of [here, elsewhere]) {
    expect((await list(session)).status).toBe(401)
    expect((await askSession('refresh', { headers: { ...session, ...ownPage } })).status).toBe(401)
  }
  expect((await list(await signIn())).status).toBe(200)
  // The cookie of an ended session cannot end other sessions.
  const later = await signIn()
  expect((await leave()).status).toBe(401)
  expect((await list(later)).status).toBe(200)
})

test('a sign-in ends the browser’s previous session for every copy of its cookie', async () => {
  const [before, elsewhere] = [await signIn(), await signIn()]
  const headers = { ...before, ...ownPage }
  const wrong = await askSession('login', { headers, body: { ...admin, password: 'guess' } })
  expect(wrong.status).toBe(401)
  expect((await list(before)).status).toBe(200)
  const answer = await askSession('login', { headers, body: admin })
  expect((await list({ cookie: cookieOf(answer) })).status).toBe(200)
  expect((await list(before)).status).toBe(401)
  expect((await askSession('refresh', { headers })).status).toBe(401)
  expect((await list(elsewhere)).status).toBe(200)
})

test('two parallel sign-outs everywhere end both sessions', async () => {
  const sessions = [await signIn(), await signIn()]
  await Promise.all(
    sessions.map((one) => askSession('sign-out-everywhere', { headers: { ...one, ...ownPage } })),
  )
  for (const session of sessions) expect((await list(session)).status).toBe(401)
})

test('a seal made with another secret is refused', async () => {
  const now = Date.now()
  const session = { sid: 'made-up', iat: now, abs: now + 1e6, epoch: 0 }
  const seal = await sealData(session, { password: 'another secret of 32 characters or more' })
  expect((await list({ cookie: `admin=${seal}` })).status).toBe(401)
})

test.each(['', 'admin=', 'admin=Fe26.2*1*x', 'other=1'])(
  'the cookie “%s” is refused',
  async (cookie) => {
    const answer = await list({ cookie })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({ error: 'Unauthorized' })
  },
)

test('an old secret still opens cookies while a new one seals', async () => {
  const old = process.env['SESSION_SECRET'] ?? ''
  const before = await signIn()
  vi.stubEnv('SESSION_SECRET', `2:a new secret of at least 32 characters,1:${old}`)
  expect((await list(before)).status).toBe(200)
  const refreshed = await askSession('refresh', { headers: { ...before, ...ownPage } })
  vi.stubEnv('SESSION_SECRET', '2:a new secret of at least 32 characters')
  expect((await list(before)).status).toBe(401)
  expect((await list({ cookie: cookieOf(refreshed) })).status).toBe(200)
})

test('a new password ends every session', async () => {
  const before = await signIn()
  vi.stubEnv('ADMIN_PASSWORD_HASH', await hashPassword('another correct horse'))
  expect((await list(before)).status).toBe(401)
})

test('a new admin address ends every session', async () => {
  const before = await signIn()
  vi.stubEnv('ADMIN_EMAIL', 'successor@studio.test')
  expect((await list(before)).status).toBe(401)
  expect((await askSession('refresh', { headers: { ...before, ...ownPage } })).status).toBe(401)
})

test.each([
  ['none', 'secret'],
  ['too much work', `$argon2id$v=19$m=4194304,t=3,p=1$c29tZXNhbHQ$${'A'.repeat(43)}`],
])('a password hash that is %s counts as missing', async (_, phc) => {
  vi.stubEnv('ADMIN_PASSWORD_HASH', Buffer.from(phc).toString('base64url'))
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect((await askSession('login', { body: admin })).status).toBe(503)
  expect(log).toHaveBeenCalledWith(expect.stringContaining('npm run admin:password'))
})

const foreign = [{}, { 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.test' }]

test.each(foreign)('writes need a request from the site’s own page, not %o', async (headers) => {
  const { cookie } = await signIn()
  for (const act of ['login', 'refresh', 'logout', 'sign-out-everywhere']) {
    expect((await askSession(act, { headers: { cookie, ...headers } })).status).toBe(403)
  }
  const path = 'contact-submissions/8208000000000-0123456789ab'
  const asked = { method: 'DELETE', headers: { cookie, ...headers } }
  expect((await askRecords(path, asked)).status).toBe(403)
})

test.each(['ADMIN_EMAIL', 'ADMIN_PASSWORD_HASH', 'SESSION_SECRET'])(
  'without %s the admin API answers 503 and the log names it',
  async (name) => {
    vi.stubEnv(name, undefined)
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect((await askSession('login', { body: admin })).status).toBe(503)
    expect((await list({})).status).toBe(503)
    expect(log).toHaveBeenCalledWith(expect.stringContaining(name))
  },
)

test('lists accept a limit and a cursor and refuse invalid ones', async () => {
  const headers = await signIn()
  const get = (query: string) => askRecords(`contact-submissions?${query}`, { headers })
  const messages: Collection = collectionOf(contact, {})
  for (let i = 0; i < 201; i++) {
    const submission = { id: newId(), createdAt: new Date().toISOString() }
    await add(messages, { submission, attempt: '', digest: '' })
  }
  const lengths: [query: string, length: number][] = [
    ['limit=1', 1],
    ['limit=0', 50],
    ['limit=-3', 1],
    ['limit=2.9', 2],
    ['limit=200', 200],
    ['limit=999', 200],
    ['limit=x', 50],
    ['', 50],
  ]
  for (const [query, length] of lengths) {
    const answer = await get(query)
    expect(answer.status).toBe(200)
    expect(((await answer.json()) as Listed).items, query).toHaveLength(length)
  }
  expect((await get('cursor=../../secret')).status).toBe(400)
  expect((await askRecords('gossip-submissions', { headers })).status).toBe(404)
  expect((await askRecords('contact-submissions/..%2Fsecret', { headers })).status).toBe(404)
  const put = { method: 'PUT', headers: { ...headers, ...ownPage } }
  expect((await askRecords('contact-submissions', put)).headers.get('allow')).toBe('GET, POST')
})

test('an instance without memory lists all records in pages of limited cost', async () => {
  const headers = await signIn()
  forget()
  const ids: string[] = []
  let requests = 0
  const putBack = interceptStorage((storage) => (input, init) => {
    requests++
    return storage(input, init)
  })
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`
    requests = 0
    const answer = await askRecords(`contact-submissions?limit=200${query}`, { headers })
    expect(requests).toBeLessThanOrEqual(200)
    const { items, total, next } = (await answer.json()) as Listed & { next: string | null }
    expect(total).toBe(201)
    expect(items.length).toBeGreaterThan(0)
    ids.push(...items.map(({ id }) => id))
    cursor = next
  }
  putBack()
  expect(ids).toHaveLength(201)
  expect(ids).toEqual([...new Set(ids)].sort())
})
