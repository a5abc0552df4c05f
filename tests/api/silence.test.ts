import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DUE } from '#server/collections/keys.ts'
import { runHousekeeping } from '#server/housekeeping/run.ts'
import * as kv from '#server/storage/kv.ts'
import { startRecaptcha, type Recaptcha } from '../stand-in-recaptcha.ts'
import { useOwnStudio } from '../own-studio.ts'
import { askNotifications } from './notifications/ask-notifications.ts'
import { clock, HOUR, mailbox, setChannels, tellOf, useChannels } from './notifications/telling.ts'
import { interceptStorage, ownPage, signIn, useStudio } from './studio.ts'
import { typed } from './typed-command.ts'
import { addressIn, planAt, resend, runAt, useWatchedSite, watched } from './watched-site.ts'

/** Each fault is planted, and is told by a path that does not share it. */

useWatchedSite()
useOwnStudio()
useStudio()
useChannels()

const home = process.cwd()
const DAY = 24 * HOUR
/** The last digest before is on Sunday. */
const SUNDAY = Date.parse('2026-11-29T08:00+05:30')
const MONDAY = SUNDAY + DAY

let google: Recaptcha
beforeAll(async () => {
  google = await startRecaptcha()
})
afterAll(() => google.close())

beforeEach(async () => {
  for (const root of ['rec/', 'rows/', 'hint/', 'gone/', 'state/']) {
    await Promise.all((await kv.list(root)).map(kv.remove))
  }
  setChannels({ webhook: false })
  vi.stubEnv('URL', watched.url)
})

const digests = () =>
  mailbox.received.flatMap(({ subject, text }) => (subject?.startsWith('Digest') ? [text] : []))

/** What the overview says of the mail and of the daily check. */
async function overview() {
  const { body } = await askNotifications('', { ...(await signIn()), ...ownPage })
  type Said = { channels: { channel: string; why: string | null }[]; check: { why: string | null } }
  const { channels, check } = body as Said
  return { mail: channels[0]?.why, check: check.why }
}

/**
 * The lines of the workflow's command that failed, as it sees the site from outside. The site has no
 * pages, so some always do.
 */
async function failedFromOutside() {
  // Another process has the real time.
  const now = vi.mocked(Date.now).getMockImplementation()
  vi.mocked(Date.now).mockRestore()
  const folder = process.cwd()
  process.chdir(home)
  const { out } = await typed('probe', ['--public', watched.url])
  process.chdir(folder)
  if (now) vi.spyOn(Date, 'now').mockImplementation(now)
  const failed = out.split('\n').filter((line) => / {2}FAILED {2}/.test(line))
  return failed.join('\n')
}

/** Storage answers this request, and then none. */
function downAfter(isLast: (method: string, address: string) => boolean) {
  let isDown = false
  return interceptStorage((storage) => (input, init) => {
    if (isDown) return Promise.resolve(new Response(null, { status: 503 }))
    isDown = isLast(init?.method?.toLowerCase() ?? 'get', addressIn(input))
    return storage(input, init)
  })
}

const isMessage = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path === '/api/forms/contact'

test('without a fault, the heartbeat comes every day and a mail every Monday', async () => {
  for (const day of [SUNDAY, MONDAY]) await runAt(day)
  expect(watched.beats).toHaveLength(2)
  expect(digests()).toHaveLength(1)
  expect(await overview()).toEqual({ mail: null, check: null })
  expect(await failedFromOutside()).not.toMatch(/form/i)
})

test('storage down: no heartbeat, no Monday mail, and the workflow fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await planAt(MONDAY)
  const putBack = interceptStorage(() => () => Promise.resolve(new Response(null, { status: 503 })))
  const report = await runHousekeeping()
  expect([...watched.beats, ...digests()]).toEqual([])
  expect(report.failed).toBeGreaterThan(0)
  const failed = await failedFromOutside()
  putBack()
  expect(failed).toMatch(/A form without a bot check: 400 +FAILED +It is 503/)
})

test.each([
  ['the planned work begins', 'get', DUE, 0],
  ['the canary is stored', 'put', 'rec/canary/', 1],
])('storage goes down when %s: no heartbeat, and no key is left', async (_, act, key, stored) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const claims = await kv.list('claim/')
  await planAt(MONDAY)
  const putBack = downAfter((method, address) => method === act && address.includes(key))
  const report = await runHousekeeping()
  putBack()
  expect([...watched.beats, ...digests()]).toEqual([])
  expect(report.failed).toBeGreaterThan(0)
  expect(await kv.list('rec/canary/')).toHaveLength(stored)
  // The next run finds storage again.
  await runAt(MONDAY + HOUR)
  expect(watched.beats).toHaveLength(1)
  expect(digests()).toHaveLength(1)
  expect((await kv.list('')).filter((key) => key.includes('canary/'))).toEqual([])
  expect(await kv.list('claim/')).toEqual(claims)
})

test('the function answers 500: no heartbeat, the Monday mail says so, the workflow fails', async () => {
  watched.spoil = ({ path }) =>
    path.startsWith('/api/forms/') ? new Response('Oops', { status: 500 }) : undefined
  await runAt(MONDAY - HOUR)
  await runAt(MONDAY)
  expect(watched.beats).toEqual([])
  expect(digests().join()).toMatch(/^Not all is well: /)
  expect(digests().join()).toContain('The bot check answered 500.')
  expect(await failedFromOutside()).toMatch(/Every form gets its challenge +FAILED/)
})

test('the clock stopped: no heartbeat, no Monday mail, and the overview says so', async () => {
  await runAt(SUNDAY - DAY)
  expect(watched.beats).toHaveLength(1)
  clock.now = MONDAY + HOUR
  expect(await overview()).toEqual({
    mail: null,
    check: 'The scheduled function “housekeeping” does not run.',
  })
  expect(watched.beats).toHaveLength(1)
  expect(digests()).toEqual([])
})

test('the mail server refuses: no heartbeat, no Monday mail, and the overview says so', async () => {
  mailbox.weather = 'refusing'
  clock.now = SUNDAY
  await tellOf()
  await runAt(MONDAY)
  expect([...watched.beats, ...mailbox.received]).toEqual([])
  const refused = 'The mail server refused the sender or all addresses in NOTIFY_TO (550).'
  expect(await overview()).toEqual({ mail: refused, check: refused })
  // An hour after the repair the heartbeat is back.
  mailbox.weather = 'up'
  await runAt(MONDAY + HOUR)
  await runAt(MONDAY + 2 * HOUR)
  expect(watched.beats).toHaveLength(1)
  expect(await overview()).toMatchObject({ check: null })
})

test.each([
  ['is down', 'The mail server ended the connection.', ''],
  [
    'has another password',
    'The mail server refused the name or the password in SMTP_URL (535).',
    'site:old@',
  ],
])('a mail server that %s is told although nothing was sent', async (_, why, login) => {
  if (login === '') mailbox.weather = 'down'
  vi.stubEnv('SMTP_URL', mailbox.url(login))
  // After the hours of the digest.
  await runAt(SUNDAY + 5 * HOUR)
  expect(watched.beats).toEqual([])
  expect(await overview()).toEqual({ mail: null, check: why })
  mailbox.weather = 'up'
  vi.stubEnv('SMTP_URL', mailbox.url())
  await runAt(SUNDAY + 6 * HOUR)
  expect(watched.beats).toHaveLength(1)
  expect(mailbox.received).toEqual([])
})

test('an old challenge is served: no heartbeat, and the Monday mail says so', async () => {
  clock.now = MONDAY - DAY
  const challenge = '/api/forms/challenge?action=contact_form'
  const old = await (await resend({ method: 'GET', path: challenge, headers: {}, body: '' })).text()
  watched.spoil = ({ path }) =>
    path === challenge
      ? new Response(old, { headers: { 'content-type': 'application/json' } })
      : undefined
  await runAt(MONDAY - HOUR)
  await runAt(MONDAY)
  expect(watched.beats).toEqual([])
  expect(digests().join()).toContain('The contact form answered 400.')
  expect(await kv.list('rec/canary/')).toEqual([])
})

test.each([
  ['has another secret', { RECAPTCHA_SECRET_KEY: 'old' }],
  ['cannot be reached', { RECAPTCHA_ORIGIN: 'http://127.0.0.1:9' }],
  ['is half set', { RECAPTCHA_SITE_KEY: '' }],
])('reCAPTCHA %s: no heartbeat, and the Monday mail says so', async (_, change) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  for (const [name, value] of Object.entries({ ...google.settings, ...change })) {
    vi.stubEnv(name, value)
  }
  await runAt(MONDAY - HOUR)
  await runAt(MONDAY)
  expect(watched.beats).toEqual([])
  expect(digests().join()).toContain('Every message is held now: bot check unavailable.')
})

test('a working reCAPTCHA lets the daily check pass', async () => {
  for (const [name, value] of Object.entries(google.settings)) vi.stubEnv(name, value)
  await runAt(MONDAY)
  expect(watched.beats).toHaveLength(1)
})

test('a canary is erased half-way: no heartbeat, the overview says so, the next run sweeps', async () => {
  const putBack = interceptStorage((storage) => (input, init) => {
    const isRecord = addressIn(input).includes('rec/canary')
    const isErased = init?.method?.toLowerCase() === 'delete' && isRecord
    return isErased ? Promise.resolve(new Response(null, { status: 204 })) : storage(input, init)
  })
  await runAt(SUNDAY)
  putBack()
  expect(watched.beats).toEqual([])
  expect(await overview()).toMatchObject({
    check: 'The test message was deleted, but is still there.',
  })
  expect(await kv.list('rec/canary/')).toHaveLength(1)
  await runAt(SUNDAY + HOUR)
  expect(watched.beats).toHaveLength(1)
  expect((await kv.list('')).filter((key) => key.includes('canary/'))).toEqual([])
})

test('a check that never ended is told', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const putBack = interceptStorage(
    (storage) => (input, init) =>
      addressIn(input).includes('rec/canary')
        ? Promise.reject(new TypeError('Down.'))
        : storage(input, init),
  )
  watched.spoil = (one) => (isMessage(one) ? Response.json({ ok: true, id: 'x' }) : undefined)
  await runAt(SUNDAY)
  putBack()
  clock.now += 2 * 60_000
  expect(await overview()).toMatchObject({ check: 'It did not end.' })
  expect(watched.beats).toEqual([])
})

test('a monitor that does not take the heartbeat, or a wrong address, is told', async () => {
  watched.monitor = 404
  await runAt(SUNDAY)
  expect(await overview()).toMatchObject({ check: 'HEARTBEAT_URL answered 404.' })
  vi.stubEnv('HEARTBEAT_URL', 'http://monitor.example/secret')
  await runAt(SUNDAY + HOUR)
  const { check } = await overview()
  expect(check).toMatch(/^HEARTBEAT_URL: write an address that begins with https:/)
  vi.stubEnv('HEARTBEAT_URL', '')
  await runAt(SUNDAY + 2 * HOUR)
  expect(await overview()).toMatchObject({ check: null })
})

test('settings of mail that are gone are told, and the monitor hears nothing', async () => {
  vi.stubEnv('NOTIFY_TO', '')
  vi.stubEnv('SMTP_URL', '')
  await runAt(SUNDAY)
  expect(await overview()).toMatchObject({
    check: 'No heartbeat: nobody is told of submissions. Set NOTIFY_TO and SMTP_URL.',
  })
  expect(watched.beats).toEqual([])
})

test('after the clock stood still, its first Monday mail does not say that it stands', async () => {
  await runAt(SUNDAY - 7 * DAY)
  await runAt(MONDAY)
  expect(digests().join()).toMatch(/^All is well: /)
})
