import { sealData } from 'iron-session'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession, refreshSession, requireAdmin, startSession } from '#server/admin/session.ts'
import { rememberDevice, requireTriesLeft } from '#server/admin/login-throttle.ts'
import { log } from '#server/audit/log.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf } from '#server/storage/record-id.ts'
import { cookieOf, interceptStorage, ownPage, useStudio } from './studio.ts'

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
  expect(setCookie(session)).toContain(`Max-Age=${30 * 60};`)
  const response = new Response()
  await rememberDevice(asked(), response)
  expect(setCookie(response)).toContain(`Max-Age=${180 * 24 * 60 * 60};`)
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

test.each([2 * 24 * 60, -61])(
  'an instance whose clock is %i minutes off opens no longer sessions, and dates no act by it',
  async (minutesOff) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    interceptStorage((storage) => async (input, init) => {
      const answer = await storage(input, init)
      answer.headers.set('date', new Date(now).toUTCString())
      return answer
    })
    /** Goes on with a clock that is off by so many minutes, after an answer of the store. */
    const goOn = async (minutes: number, off = 0) => {
      now += minutes * MINUTE
      vi.setSystemTime(now + off * MINUTE)
      await kv.get('nothing')
    }
    await goOn(0, minutesOff)
    const cookie = await signedIn()
    const id = await log({ id: `${minutesOff}`, name: 'Asha' }, 'note')
    expect(Math.abs(createdAtOf(id) - now)).toBeLessThan(MINUTE)
    const right = await (await goOn(0), signedIn())
    for (const off of [0, minutesOff]) {
      await goOn(0, off)
      await expect(requireAdmin(asked(cookie))).resolves.toBeDefined()
      await expect(requireAdmin(asked(right))).resolves.toBeDefined()
    }
    for (const off of [minutesOff, 0]) {
      await goOn(off ? 16 : 0, off)
      await expect(requireAdmin(asked(cookie))).rejects.toMatchObject(unauthorized)
      await expect(refreshSession(asked(cookie))).resolves.toBeDefined()
    }
    // One that has not heard from the store yet.
    vi.setSystemTime(now + minutesOff * MINUTE)
    await expect(requireAdmin(asked(cookie))).rejects.toMatchObject(unauthorized)
    await goOn(15)
    await expect(refreshSession(asked(cookie))).rejects.toMatchObject(unauthorized)
  },
)
