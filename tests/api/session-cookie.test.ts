import { sealData } from 'iron-session'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession, refreshSession, requireAdmin, startSession } from '#server/admin/session.ts'
import { rememberDevice, requireTriesLeft } from '#server/admin/login-throttle.ts'
import * as kv from '#server/storage/kv.ts'
import { cookieOf, ownPage, useStudio } from './studio.ts'

/** The content and the lifetime of the admin's cookies. */

useStudio()

const SITE = 'http://localhost'
const MINUTE = 60_000
const start = Date.now()
let now = start
beforeEach(() => {
  now += 24 * 60 * MINUTE
  vi.useFakeTimers({ now, toFake: ['Date'] })
})

const asked = (cookie = '', headers: Record<string, string> = ownPage, site = SITE) =>
  new Request(`${site}/api/admin/login`, { headers: { cookie, ...headers } })
const setCookie = (answer: Response) => answer.headers.getSetCookie()[0] ?? ''
const signedIn = async () => cookieOf(await startSession(asked()))
const unauthorized = { status: 401, message: 'Unauthorized' }

/** Seals these facts with the site's own secret. */
const sealed = async (facts: object) => {
  const password = process.env['SESSION_SECRET'] ?? ''
  return `admin=${await sealData(facts, { password, ttl: 30 * 60 })}`
}

test('a session cookie lasts as long as it can be refreshed, a device cookie half a year', async () => {
  const session = await startSession(asked())
  expect(await session.clone().json()).toEqual({ ok: true })
  // The sealing library subtracts a minute for clocks that differ.
  expect(setCookie(session)).toContain(`Max-Age=${30 * 60 - 60};`)
  const response = new Response()
  await rememberDevice(asked(), response)
  expect(setCookie(response)).toContain(`Max-Age=${180 * 24 * 60 * 60 - 60};`)
})

test.each([
  ['http://localhost', /^admin=(?!.*Secure)/],
  ['http://127.0.0.1:8888', /^admin=(?!.*Secure)/],
  ['http://[::1]:8888', /^admin=(?!.*Secure)/],
  ['https://localhost', /^__Host-admin=.*Secure/],
  ['https://studio.test', /^__Host-admin=.*Secure/],
])('on %s the cookie is %s', async (site, cookie) => {
  expect(setCookie(await startSession(asked('', ownPage, site)))).toMatch(cookie)
})

test('a request from another site or origin is refused despite the cookie', async () => {
  const cookie = await signedIn()
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.test' }]) {
    await expect(requireAdmin(asked(cookie, headers))).rejects.toMatchObject({ status: 403 })
  }
  await expect(requireAdmin(asked(cookie, {}))).resolves.toBeDefined()
})

test('a logout ends only its own session', async () => {
  const [one, other] = [await signedIn(), await signedIn()]
  const answer = await endSession(asked(one))
  expect(await answer.json()).toEqual({ ok: true })
  await expect(requireAdmin(asked(one))).rejects.toMatchObject(unauthorized)
  await expect(requireAdmin(asked(other))).resolves.toBeDefined()
})

test('a valid seal that lacks a fact is refused', async () => {
  const { sid, iat, abs, epoch } = await requireAdmin(asked(await signedIn()))
  const whole = { sid, iat, abs, epoch }
  await expect(requireAdmin(asked(await sealed(whole)))).resolves.toEqual(whole)
  for (const fact of Object.keys(whole)) {
    const cookie = await sealed({ ...whole, [fact]: undefined })
    await expect(requireAdmin(asked(cookie)), fact).rejects.toMatchObject(unauthorized)
    await expect(refreshSession(asked(cookie)), fact).rejects.toMatchObject(unauthorized)
  }
})

test('a session is valid to the last millisecond of its 15 minutes', async () => {
  const cookie = await signedIn()
  vi.setSystemTime(now + 15 * MINUTE)
  await expect(requireAdmin(asked(cookie))).resolves.toBeDefined()
  vi.setSystemTime(now + 15 * MINUTE + 1)
  await expect(requireAdmin(asked(cookie))).rejects.toMatchObject(unauthorized)
  expect(await (await refreshSession(asked(cookie))).json()).toEqual({ ok: true })
})

test('the store has the end of each session, so that it can be swept', async () => {
  const { sid } = await requireAdmin(asked(await signedIn()))
  expect((await kv.get(`session/${sid}`))?.value).toEqual({ abs: now + 12 * 60 * MINUTE })
})

test('a refused try says after how many seconds the next one is allowed', async () => {
  const tried = () => requireTriesLeft(asked(), '198.51.100.200')
  for (let i = 0; i < 10; i++) await tried()
  const refused = (seconds: string) => ({
    status: 429,
    message: 'Too many attempts.',
    details: { headers: { 'retry-after': seconds } },
  })
  vi.setSystemTime(now + 13 * MINUTE)
  await expect(tried()).rejects.toMatchObject(refused('120'))
  vi.setSystemTime(now + 14 * MINUTE)
  await expect(tried()).rejects.toMatchObject(refused('60'))
})
