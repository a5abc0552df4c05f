import { beforeEach, expect, test, vi } from 'vitest'
import { hashPassword } from '#server/admin/password.ts'
import * as kv from '#server/storage/kv.ts'
import { runs } from '../runs.ts'
import { admin, askSession, CHEAP, cookieOf, ownPage, signIn, told, useStudio } from './studio.ts'

useStudio()

const TWO_HOURS = 2 * 60 * 60 * 1_000
let now = Date.now()

// What one test has tried is over when the next one begins.
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

test('of two hundred guesses at once from one address at most ten are looked at', async () => {
  const one = () => guess(admin.email, '203.0.113.7')
  const answers = await Promise.all(Array.from({ length: 200 }, one))
  const statuses = answers.map(({ status }) => status)
  expect(new Set(statuses).has(429)).toBe(true)
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
  expect(statuses.every((status) => [401, 429].includes(status))).toBe(true)
})

test('guesses from many addresses are stopped together, and it is said for how long', async () => {
  const one = (_: unknown, i: number) => guess('other@studio.test', `192.0.2.${i}`)
  const answers = await Promise.all(Array.from({ length: 60 }, one))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(30)
  const [first] = refused
  expect(Number(first?.headers.get('retry-after'))).toBeGreaterThan(3_500)
  expect(await first?.text()).toMatch(/Too many attempts\. Please try again in (59|60) minutes\./)
})

test('strangers can’t lock out a browser in which the admin signed in before', async () => {
  const address = '203.0.113.90'
  const first = await askSession('login', { address, body: admin })
  const device = first.headers.getSetCookie().find((one) => one.startsWith('device=')) ?? ''
  expect(device).toMatch(/; HttpOnly; SameSite=strict$/i)
  for (let i = 0; i < 40; i++) await guess(admin.email, i < 15 ? address : `192.0.2.${i}`)
  expect((await askSession('login', { address, body: admin })).status).toBe(429)
  const headers = { ...ownPage, cookie: device.split(';')[0] ?? '' }
  expect((await askSession('login', { address, headers, body: admin })).status).toBe(200)
  // Its own tries are counted too.
  const wrong = () =>
    askSession('login', { address, headers, body: { ...admin, password: 'guess' } })
  const statuses = []
  for (let i = 0; i < 11; i++) statuses.push((await wrong()).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
})

test('a browser is known for half a year, by nothing but our own seal', async () => {
  const address = '203.0.113.91'
  const { cookie } = await signIn()
  for (let i = 0; i < 31; i++) await guess(admin.email, `192.0.2.${i}`)
  const ask = (device: string) =>
    askSession('login', { address, headers: { ...ownPage, cookie: device }, body: admin })
  // A session's seal is no device's, and a made-up one is none.
  expect((await ask(cookie.replace('admin=', 'device='))).status).toBe(429)
  expect((await ask('device=Fe26.2*1*made*up')).status).toBe(429)
})

/** The device's cookie that an answer sets. */
const deviceOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .find((one) => one.startsWith('device='))
    ?.split(';')[0] ?? ''

/** How a sign-in with this cookie is answered while all strangers have to wait. */
async function amongStrangers(device: string, body: object = admin): Promise<number> {
  for (let i = 0; i < 31; i++) await guess(admin.email, `192.0.2.${i}`)
  const headers = { ...ownPage, cookie: device }
  return (await askSession('login', { address: '203.0.113.92', headers, body })).status
}

test('“Sign out everywhere” makes every browser a stranger but the one that asked', async () => {
  const here = await askSession('login', { body: admin })
  const elsewhere = await askSession('login', { body: admin })
  const headers = { ...ownPage, cookie: `${cookieOf(here)}; ${deviceOf(here)}` }
  const answer = await askSession('sign-out-everywhere', { headers })
  expect(answer.status).toBe(200)
  expect(await amongStrangers(deviceOf(elsewhere))).toBe(429)
  // A copy of its cookie was ended too: it has a fresh one, with a count of its own.
  expect(await amongStrangers(deviceOf(here))).toBe(429)
  expect(await amongStrangers(deviceOf(answer))).toBe(200)
})

test('who is not signed in ends no browser’s being known', async () => {
  const device = deviceOf(await askSession('login', { body: admin }))
  const answer = await askSession('sign-out-everywhere', {
    headers: { ...ownPage, cookie: device },
  })
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []])
  expect(await amongStrangers(device)).toBe(200)
})

test('a new password makes every browser a stranger', async () => {
  const device = deviceOf(await askSession('login', { body: admin }))
  const password = 'another correct horse'
  vi.stubEnv('ADMIN_PASSWORD_HASH', await hashPassword(password, CHEAP))
  expect(await amongStrangers(device, { ...admin, password })).toBe(429)
})

test('another admin’s address makes every browser a stranger', async () => {
  const device = deviceOf(await askSession('login', { body: admin }))
  const email = 'successor@studio.test'
  vi.stubEnv('ADMIN_EMAIL', email)
  expect(await amongStrangers(device, { ...admin, email })).toBe(429)
})

test('of one network’s guesses at most five an hour count against all strangers', async () => {
  const networks = Array.from({ length: 5 }, (_, i) => `198.18.${i}.1`)
  const wholeHour = async (address: string) => {
    for (let i = 0; i < 10; i++) expect((await guess(admin.email, address)).status).toBe(401)
    expect((await guess(admin.email, address)).status).toBe(429)
  }
  for (const address of networks) await wholeHour(address)
  vi.setSystemTime(now + 16 * 60_000)
  for (const address of networks) await wholeHour(address)
  // A hundred guesses of five networks leave room for strangers; those of more do not.
  expect((await askSession('login', { address: '203.0.113.93', body: admin })).status).toBe(200)
  for (let i = 0; i < 30; i++) await guess(admin.email, `192.0.2.${i}`)
  expect((await askSession('login', { address: '203.0.113.93', body: admin })).status).toBe(429)
  // Those that counted no more have to wait as all do.
  vi.setSystemTime(now + 32 * 60_000)
  expect((await guess(admin.email, networks[0] ?? '')).status).toBe(429)
})

test('a house on IPv6 is one visitor, whichever of its addresses it takes', async () => {
  const tries = Array.from({ length: 12 }, (_, i) => `2001:db8:0:7:${i}::1`)
  const statuses = []
  for (const address of tries) statuses.push((await guess(admin.email, address)).status)
  expect(statuses.slice(10)).toEqual([429, 429])
  expect((await guess(admin.email, '2001:db8:0:8::1')).status).toBe(401)
})

test('however many tries are refused, few are noted', async () => {
  const before = (await kv.list('window/login-strangers/')).length
  const one = (i: number) => guess(admin.email, `198.51.${i % 100}.${i % 7}`)
  for (let i = 0; i < runs(500); i += 100) {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, j) => one(i + j)))
    for (const { status } of answers) expect([401, 429]).toContain(status)
  }
  // A note that is under way while others are counted can make it one or two more than thirty.
  expect((await kv.list('window/login-strangers/')).length - before).toBeLessThan(60)
})
