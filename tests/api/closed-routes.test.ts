import { sealData, unsealData } from 'iron-session'
import { beforeAll, expect, test } from 'vitest'
import { addresses as all, call } from './addresses.ts'
import { newPerson } from './staff.ts'
import {
  askPeople,
  askRecords,
  askSession,
  askWaitlist,
  cookieOf,
  origin,
  ownPage,
  signIn,
  useStudio,
} from './studio.ts'

useStudio()

const addresses = all.filter((address) => address.startsWith('/api/admin'))

/** These routes begin and end a session, so they need none. */
const withoutSession =
  'login logout passkey-options passkey join-options join command command-session'
    .split(' ')
    .map((action) => `/api/admin/${action}`)

const METHODS = 'GET HEAD POST PUT PATCH patch DELETE OPTIONS PROPFIND QUERY odd'.split(' ')

const ask = (address: string, method: string, headers: Record<string, string>) =>
  call(new Request(new URL(address, origin), { method, headers }))

/** The methods of each address, from the answer to a wrong method. */
const allowed = new Map<string, string[]>()

const MINUTE = 60_000
const cookies: Record<string, string> = {}

/** Changes facts in the session of this cookie and seals it again as the server would. */
async function altered(cookie: string, changes: object): Promise<string> {
  const password = process.env['SESSION_SECRET'] ?? ''
  const session = await unsealData<object>(cookie.replace('admin=', ''), {
    password: { 1: password },
  })
  return `admin=${await sealData({ ...session, ...changes }, { password: { 1: password } })}`
}

beforeAll(async () => {
  const outdated = await signIn()
  const other = await signIn()
  await askSession('sign-out-everywhere', { headers: { ...other, ...ownPage } })
  const loggedOut = await signIn()
  const again = await askSession('refresh', { headers: { ...loggedOut, ...ownPage } })
  await askSession('logout', { headers: { ...loggedOut, ...ownPage } })
  const { cookie } = await signIn()
  const now = Date.now()
  const forged = { sid: 'made-up', iat: now, abs: now + MINUTE, epoch: '' }
  const otherSecret = 'another secret of 32 characters or more'
  Object.assign(cookies, {
    live: cookie,
    'no cookie': '',
    'a forged cookie': `admin=${await sealData(forged, { password: otherSecret })}`,
    'a cookie of no session': await altered(cookie, { sid: 'made-up' }),
    'an expired cookie': await altered(cookie, { abs: now - 1 }),
    'an idle cookie': await altered(cookie, { iat: now - 31 * MINUTE }),
    'a cookie after its logout': loggedOut.cookie,
    'a refreshed cookie after its logout': cookieOf(again),
    'a cookie of another epoch': outdated.cookie,
  })
  for (const address of addresses) {
    const answer = await ask(address, 'PROPFIND', { cookie, ...ownPage })
    expect(answer.status).toBe(405)
    allowed.set(address, answer.headers.get('allow')?.split(', ') ?? [])
  }
})

const uses = () =>
  [...allowed].flatMap(([address, methods]) => methods.map((method) => ({ address, method })))

test('the list of addresses is complete', () => {
  expect(addresses).toContain('/api/admin/contact-submissions')
  expect(addresses).toContain('/api/admin/waitlist/entries/8208000000000-0123456789ab/release')
  expect(addresses).toContain('/api/admin/career-applications/8208000000000-0123456789ab/resume')
  expect(addresses).toContain('/api/admin/people/erase')
  expect(addresses).toContain('/api/admin/commands/8208000000000-0123456789ab')
  expect(addresses).toContain('/api/admin/staff/8208000000000-0123456789ab')
  expect(addresses).toContain('/api/admin/own/key/8208000000000-0123456789ab')
  expect(addresses.filter((address) => /[:(|]/.test(address))).toEqual([])
  expect(uses().length).toBeGreaterThan(addresses.length)
})

test.each([
  'no cookie',
  'a forged cookie',
  'a cookie of no session',
  'an expired cookie',
  'an idle cookie',
  'a cookie after its logout',
  'a refreshed cookie after its logout',
  'a cookie of another epoch',
])('with %s every address answers 401', async (kind) => {
  for (const { address, method } of uses()) {
    if (withoutSession.includes(address)) continue
    const answer = await ask(address, method, { cookie: cookies[kind] ?? '', ...ownPage })
    expect({ address, method, status: answer.status }).toEqual({ address, method, status: 401 })
    expect(await answer.json()).toEqual({ error: 'Unauthorized' })
  }
})

test.each([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.test' },
])('another site is refused everywhere with any cookie: %o', async (site) => {
  for (const { address, method } of uses()) {
    const answer = await ask(address, method, { cookie: cookies['live'] ?? '', ...site })
    expect({ address, method, status: answer.status }).toEqual({ address, method, status: 403 })
  }
})

test('a wrong method is refused everywhere', async () => {
  for (const address of addresses) {
    for (const method of METHODS.filter((one) => !allowed.get(address)?.includes(one))) {
      const answer = await ask(address, method, { cookie: cookies['live'] ?? '', ...ownPage })
      expect({ address, method, status: answer.status }).toEqual({ address, method, status: 405 })
    }
  }
})

/** The spellings of an address with one word in capitals. */
const inCapitals = (address: string) =>
  address
    .split('/')
    .map((_, i, words) => words.map((word, j) => (i === j ? word.toUpperCase() : word)).join('/'))
    .filter((spelled) => spelled !== address)

test('an address in capitals does not exist for anybody', async () => {
  for (const address of all) {
    for (const spelled of inCapitals(address)) {
      for (const method of allowed.get(address) ?? ['GET', 'POST']) {
        const answer = await ask(spelled, method, { cookie: cookies['live'] ?? '', ...ownPage })
        const told = {
          spelled,
          method,
          status: answer.status,
          body: (await answer.json()) as object,
        }
        const body = { error: 'There is no such address.' }
        expect(told).toEqual({ spelled, method, status: 404, body })
      }
    }
  }
  // The session still works, so no spelling reached the logout.
  const headers = { cookie: cookies['live'] ?? '', ...ownPage }
  expect((await ask('/api/admin/contact-submissions', 'GET', headers)).status).toBe(200)
})

test.each(['Hold', 'releases', 'constructor', '__proto__'])(
  'an unknown action does not exist: %s',
  async (act) => {
    const headers = { ...(await signIn()), ...ownPage }
    const id = '8208000000000-0123456789ab'
    const asked = { method: 'POST', headers, body: { email: 'ada@example.com', confirm: 0 } }
    const answers = [
      await askRecords(`contact-submissions/${id}/${act}`, asked),
      await askWaitlist(`entries/${id}/${act}?projectSlug=calmist`, asked),
      await askWaitlist(act, { headers }),
      await askPeople(asked.body, act, asked),
      await askSession(act, { headers }),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual({ error: 'There is no such address.' })
    }
  },
)

test('a live session is refused nowhere', async () => {
  // A command is confirmed by a person only.
  let { cookie } = await newPerson('Asha')
  for (const { address, method } of uses()) {
    const answer = await ask(address, method, { cookie, ...ownPage })
    // The store is empty, and the sign-in has no password.
    expect([200, 404, 415], `${method} ${address}`).toContain(answer.status)
    if (answer.headers.has('set-cookie')) ({ cookie } = await newPerson('Asha'))
  }
})
