import { beforeEach, expect, test, vi } from 'vitest'
import { hashPassword } from '#server/admin/password.ts'
import * as kv from '#server/storage/kv.ts'
import { runs } from '../runs.ts'
import {
  admin,
  askSession,
  CHEAP,
  cookieOf,
  interceptStorage,
  ownPage,
  signIn,
  told,
  useStudio,
} from './studio.ts'

useStudio()

const TWO_HOURS = 2 * 60 * 60 * 1_000
let now = Date.now()

// The tries of the last test are expired.
beforeEach(() => {
  now += TWO_HOURS
  vi.useFakeTimers({ now, toFake: ['Date'] })
})

const guess = (email: string, address: string) =>
  askSession('login', { address, body: { email, password: 'guess' } })

test.each([
  { when: 'after a wrong password', tries: 0, status: 401 },
  { when: 'after too many tries', tries: 10, status: 429 },
])('$when nothing tells whether an address is the admin’s', async ({ tries, status }) => {
  const address = `198.51.100.${tries}`
  await Promise.all(Array.from({ length: tries }, () => guess('somebody@studio.test', address)))
  const whole = async (answer: Response) => [
    answer.status,
    await answer.text(),
    told(answer).filter(([name]) => name !== 'retry-after'),
  ]
  const known = await whole(await guess(admin.email, address))
  const unknown = await whole(await guess('nobody@studio.test', address))
  expect(known).toEqual(unknown)
  expect(known[0]).toBe(status)
})

test('of many guesses at once from one address at most ten are checked', async () => {
  // On a busy machine storage takes too long for some, which are not checked either.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const one = () => guess(admin.email, '203.0.113.7')
  const answers = await Promise.all(Array.from({ length: runs(60, 200) }, one))
  const statuses = answers.map(({ status }) => status)
  expect(new Set(statuses).has(429)).toBe(true)
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
  expect(statuses.filter((status) => ![401, 429, 503].includes(status))).toEqual([])
})

test('guesses from many addresses are limited together, with a Retry-After', async () => {
  const one = (_: unknown, i: number) => guess('other@studio.test', `192.0.2.${i}`)
  const answers = await Promise.all(Array.from({ length: 60 }, one))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(30)
  const [first] = refused
  expect(Number(first?.headers.get('retry-after'))).toBeGreaterThan(3_500)
  expect(await first?.json()).toEqual({ error: 'Too many attempts.' })
})

test('strangers cannot lock out a browser that has signed in before', async () => {
  const address = '203.0.113.90'
  const first = await askSession('login', { address, body: admin })
  const device = first.headers.getSetCookie().find((one) => one.startsWith('device=')) ?? ''
  expect(device).toMatch(/; HttpOnly; SameSite=strict$/i)
  for (let i = 0; i < 40; i++) await guess(admin.email, i < 15 ? address : `192.0.2.${i}`)
  expect((await askSession('login', { address, body: admin })).status).toBe(429)
  const headers = { ...ownPage, cookie: device.split(';')[0] ?? '' }
  expect((await askSession('login', { address, headers, body: admin })).status).toBe(200)
  // This browser's own tries are limited too.
  const wrong = () =>
    askSession('login', { address, headers, body: { ...admin, password: 'guess' } })
  const statuses = []
  for (let i = 0; i < 11; i++) statuses.push((await wrong()).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
})

test('only a device cookie sealed by the site makes a browser known', async () => {
  const address = '203.0.113.91'
  const { cookie } = await signIn()
  for (let i = 0; i < 31; i++) await guess(admin.email, `192.0.2.${i}`)
  const ask = (device: string) =>
    askSession('login', { address, headers: { ...ownPage, cookie: device }, body: admin })
  // The seal of a session and an invented one are not accepted.
  expect((await ask(cookie.replace('admin=', 'device='))).status).toBe(429)
  expect((await ask('device=Fe26.2*1*made*up')).status).toBe(429)
})

/** The device cookie of a response. */
const deviceOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .find((one) => one.startsWith('device='))
    ?.split(';')[0] ?? ''

/** The status of a sign-in with this cookie while strangers are locked out. */
async function amongStrangers(device: string, body: object = admin): Promise<number> {
  for (let i = 0; i < 31; i++) await guess(admin.email, `192.0.2.${i}`)
  const headers = { ...ownPage, cookie: device }
  return (await askSession('login', { address: '203.0.113.92', headers, body })).status
}

/** Signs in ten times while storage answers so to some requests, and then once more. */
async function afterOutage(
  isHit: (url: URL, init?: RequestInit) => boolean,
  answer: () => Response,
) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const device = deviceOf(await askSession('login', { body: admin }))
  const headers = { ...ownPage, cookie: device }
  const putBack = interceptStorage((storage) => async (input, init) => {
    const url = new URL(input as string)
    if (!isHit(url, init)) return storage(input, init)
    // A write is done, and its answer lost.
    if (init?.method?.toLowerCase() === 'put') await storage(input, init)
    return answer()
  })
  for (let i = 0; i < 10; i++) {
    const later: Promise<unknown>[] = []
    const waitUntil = (work: Promise<unknown>) => void later.push(work)
    for (const more of [{ headers }, { address: '203.0.113.94' }]) {
      await askSession('login', { body: admin, waitUntil, ...more })
    }
    await Promise.all(later)
  }
  putBack()
  const known = await askSession('login', { body: admin, headers })
  const stranger = await askSession('login', { body: admin, address: '203.0.113.94' })
  return [known.status, stranger.status]
}

const isListingOf = (name: string) => (url: URL) =>
  Boolean(url.searchParams.get('prefix')?.startsWith(`window/login-${name}`))
const isNote = (url: URL, init?: RequestInit) =>
  init?.method?.toLowerCase() === 'put' && url.pathname.includes('window')
const down = () => new Response(null, { status: 403 })
const empty = () => Response.json({ blobs: [], directories: [] })

test.each([
  { what: 'listings fail', isHit: isListingOf(''), answer: down },
  { what: 'listings of all strangers fail', isHit: isListingOf('strangers'), answer: down },
  { what: 'notes are stored without an answer', isHit: isNote, answer: down },
  { what: 'listings lack the try', isHit: isListingOf(''), answer: empty },
])('while $what, the right password uses up no tries', async ({ isHit, answer }) => {
  expect(await afterOutage(isHit, answer)).toEqual([200, 200])
})

test('while nothing can be removed, the right password opens', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const putBack = interceptStorage(
    (storage) => async (input, init) =>
      init?.method?.toLowerCase() === 'delete' ? down() : storage(input, init),
  )
  const { status } = await askSession('login', { body: admin, address: '203.0.113.95' })
  putBack()
  expect(status).toBe(200)
})

test('“Sign out everywhere” forgets every browser except the one that asked', async () => {
  const here = await askSession('login', { body: admin })
  const elsewhere = await askSession('login', { body: admin })
  const headers = { ...ownPage, cookie: `${cookieOf(here)}; ${deviceOf(here)}` }
  const answer = await askSession('sign-out-everywhere', { headers })
  expect(answer.status).toBe(200)
  expect(await amongStrangers(deviceOf(elsewhere))).toBe(429)
  // The old cookie of this browser is invalid too, and its new cookie has its own count.
  expect(await amongStrangers(deviceOf(here))).toBe(429)
  expect(await amongStrangers(deviceOf(answer))).toBe(200)
})

test('a request without a session cannot make the site forget a browser', async () => {
  const device = deviceOf(await askSession('login', { body: admin }))
  const answer = await askSession('sign-out-everywhere', {
    headers: { ...ownPage, cookie: device },
  })
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []])
  expect(await amongStrangers(device)).toBe(200)
})

test('a new password makes the site forget every browser', async () => {
  const device = deviceOf(await askSession('login', { body: admin }))
  const password = 'another correct horse'
  vi.stubEnv('ADMIN_PASSWORD_HASH', await hashPassword(password, CHEAP))
  expect(await amongStrangers(device, { ...admin, password })).toBe(429)
})

test('a new admin address makes the site forget every browser', async () => {
  const device = deviceOf(await askSession('login', { body: admin }))
  const email = 'successor@studio.test'
  vi.stubEnv('ADMIN_EMAIL', email)
  expect(await amongStrangers(device, { ...admin, email })).toBe(429)
})

test('each network adds at most five guesses an hour to the count of all strangers', async () => {
  const networks = Array.from({ length: 5 }, (_, i) => `198.18.${i}.1`)
  const wholeHour = async (address: string) => {
    for (let i = 0; i < 10; i++) expect((await guess(admin.email, address)).status).toBe(401)
    expect((await guess(admin.email, address)).status).toBe(429)
  }
  for (const address of networks) await wholeHour(address)
  vi.setSystemTime(now + 16 * 60_000)
  for (const address of networks) await wholeHour(address)
  // A hundred guesses of five networks leave room for strangers, thirty networks do not.
  expect((await askSession('login', { address: '203.0.113.93', body: admin })).status).toBe(200)
  for (let i = 0; i < 30; i++) await guess(admin.email, `192.0.2.${i}`)
  expect((await askSession('login', { address: '203.0.113.93', body: admin })).status).toBe(429)
  // These networks are locked out like all strangers.
  vi.setSystemTime(now + 32 * 60_000)
  expect((await guess(admin.email, networks[0] ?? '')).status).toBe(429)
})

test('an IPv6 /64 counts as one visitor', async () => {
  const tries = Array.from({ length: 12 }, (_, i) => `2001:db8:0:7:${i}::1`)
  const statuses = []
  for (const address of tries) statuses.push((await guess(admin.email, address)).status)
  expect(statuses.slice(10)).toEqual([429, 429])
  expect((await guess(admin.email, '2001:db8:0:8::1')).status).toBe(401)
})

test('refused tries leave few notes', async () => {
  const before = (await kv.list('window/login-strangers/')).length
  const one = (i: number) => guess(admin.email, `198.51.${i % 100}.${i % 7}`)
  // A hundred at once overload a busy machine, and storage then answers none in time.
  for (let i = 0; i < runs(500); i += 25) {
    const answers = await Promise.all(Array.from({ length: 25 }, (_, j) => one(i + j)))
    for (const { status } of answers) expect([401, 429]).toContain(status)
  }
  // Parallel notes can exceed the limit of thirty a little.
  expect((await kv.list('window/login-strangers/')).length - before).toBeLessThan(60)
})
