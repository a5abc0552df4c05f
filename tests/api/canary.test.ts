import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { readRecord } from '#server/collections/current.ts'
import { sign, lastCheck } from '#server/canary/canary.ts'
import { dailyCheck } from '#server/housekeeping/daily-check.ts'
import { sendDigest } from '#server/notifications/digest.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { useOwnStudio } from '../own-studio.ts'
import { runs, shareOf } from '../runs.ts'
import { call } from './addresses.ts'
import { answersTo } from './answers.ts'
import { clock, HOUR, keepTellingFor, mailbox, MINUTE, receiver } from './notifications/telling.ts'
import { tellOf, useChannels } from './notifications/telling.ts'
import {
  crashes,
  dieAt,
  interceptStorage,
  origin,
  ownPage,
  requestsOf,
  signIn,
  token,
  useStudio,
} from './studio.ts'
import { addressIn, resend, runAt, useWatchedSite, watched, type Sent } from './watched-site.ts'

useStudio()
useChannels()
useWatchedSite()
useOwnStudio()

const DAY = 24 * HOUR
const messages = collectionOf(contact, {})

beforeEach(async () => {
  for (const root of ['rec/', 'claim/', 'hint/', 'rows/', 'gone/', 'nonce/']) {
    await Promise.all((await kv.list(root)).map(kv.remove))
  }
})

/** The canary's own request among those that the site got. */
const canarySent = () =>
  watched.sent.find(({ headers }) => headers['x-canary']) ?? expect.fail('No canary was sent.')

/** Every key but those that are written again and again, also after an answer. */
async function keys() {
  const all = await kv.list('')
  const isOften =
    /^(canary$|channel\/|session\/|devices?\/|window\/login|(rows|hint)\/contact-submissions)/
  return all.filter((key) => !isOften.test(key))
}

/** All that a person or a program sees of what came. */
async function seen() {
  const headers = { ...(await signIn()), ...ownPage }
  const read = async (path: string, init: RequestInit = {}) => {
    const asked = new Request(`${origin}/api/admin/${path}`, { headers, ...init })
    const answer = await call(asked)
    // Looking is an act, so the log grows.
    const lines = (await answer.text()).split('\n').filter((line) => !line.includes('"key":"log/'))
    return `${path} ${answer.status} ${lines.join('\n')}`
  }
  const person = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'canary@example.com' }),
  }
  const list = contact.collection
  const all = await Promise.all(
    [
      ...[list, `${list}?state=held`, `${list}?search=canary`, `${list}?state=held&search=canary`],
      ...[`${list}.csv`, `${list}.csv?state=held`, 'counts', 'weeks', 'store/backup'],
    ].map((path) => read(path)),
  )
  const people = [await read('people', person), await read('people/export', person)]
  const told = [mailbox.received.length, receiver.received.length]
  return { pages: [...all, ...people], told, pending: await kv.list('pending/') }
}

test('the daily check sends a canary, finds it held, erases it and asks for the heartbeat', async () => {
  let stored: unknown
  const putBack = interceptStorage((storage) => async (input, init) => {
    const key = addressIn(input)
    const isErased = init?.method?.toLowerCase() === 'delete' && key.includes('rec/canary/')
    if (isErased) stored = await readRecord(key.slice(key.indexOf('rec/')))
    return storage(input, init)
  })
  expect(await dailyCheck()).toBe('passed')
  putBack()
  expect(stored).toMatchObject({ submission: { name: 'Canary', signals: ['canary'] } })
  expect(watched.beats).toEqual(['POST /ping'])
  expect(await lastCheck()).toEqual({ passedAt: new Date(clock.now).toISOString(), why: null })
  expect((await kv.list('')).filter((key) => key.includes('canary/'))).toEqual([])
})

test('it is sent once a day, however often the clock runs', async () => {
  const begin = clock.now
  const posts = () => watched.sent.filter(({ method }) => method === 'POST').length
  for (let hour = 0; hour <= 49; hour++) await runAt(begin + hour * HOUR)
  expect(posts()).toBeGreaterThanOrEqual(2)
  expect(posts()).toBeLessThanOrEqual(3)
  await Promise.all([runAt(begin + 80 * HOUR), runAt(begin + 80 * HOUR)])
  expect(watched.beats).toHaveLength(posts())
  expect(posts()).toBeLessThanOrEqual(4)
})

/** How many came, as the mail of the next Monday says. The mail and its day are taken back. */
async function cameOnMonday(outbox: string) {
  const [now, mails] = [clock.now, await readdir(outbox)]
  clock.now = Date.parse('2026-11-30T09:00+05:30')
  await sendDigest()
  clock.now = now
  await kv.remove('digest')
  const [mail = ''] = (await readdir(outbox)).filter((file) => !mails.includes(file))
  const text = await readFile(join(outbox, mail), 'utf8')
  await rm(join(outbox, mail))
  return /\d+ came/.exec(text)?.[0]
}

test('canaries count nowhere, are told to nobody, and leave no key', async () => {
  vi.stubEnv('URL', watched.siteUrl)
  // Mails are files: so many sign-ins at a mail server would take a minute.
  const outbox = await mkdtemp(join(tmpdir(), 'outbox-'))
  vi.stubEnv('SMTP_URL', '')
  vi.stubEnv('OUTBOX_DIR', outbox)
  await tellOf({ name: 'Ada' })
  await tellOf({ name: 'Held', honeypot: 'x' })
  await dailyCheck()
  clock.now += DAY
  const came = await cameOnMonday(outbox)
  expect(came).toBe('1 came')
  const [before, there, mails] = [await seen(), await keys(), await readdir(outbox)]
  // One to the studio, and Ada's receipt.
  expect(mails).toHaveLength(2)
  const count = runs(200, 1_000)
  for (let i = 0; i < count; i++) {
    expect(await dailyCheck()).toBe('passed')
    // All in one second of the lists, so that no reply becomes due.
    await kv.remove('canary')
  }
  expect(watched.beats).toHaveLength(count + 1)
  expect(await keys()).toEqual(there)
  expect(await seen()).toEqual(before)
  expect(await readdir(outbox)).toEqual(mails)
  expect(await cameOnMonday(outbox)).toBe(came)
})

test('a canary that was not erased is seen by nobody, and the next day sweeps it', async () => {
  await tellOf({ name: 'Ada' })
  const [before, there] = [await seen(), await keys()]
  const putBack = interceptStorage((storage) => (input, init) => {
    const isSweep =
      init?.method?.toLowerCase() === 'delete' &&
      /(rec|rows|hint|window)\/canary|claim\//.test(addressIn(input))
    // Said to be done, but not done.
    return isSweep ? Promise.resolve(new Response(null, { status: 204 })) : storage(input, init)
  })
  expect(await dailyCheck()).toBe('The test message was deleted, but is still there.')
  putBack()
  expect((await kv.list('rec/canary/')).length).toBe(1)
  expect(await seen()).toEqual(before)
  // Housekeeping neither lists nor mends it.
  await runAt(clock.now + 10 * 60_000)
  expect((await kv.get('collections'))?.value).not.toContain('canary')
  await runAt(clock.now + DAY)
  expect((await kv.list('')).filter((key) => key.includes('canary/'))).toEqual([])
  expect((await kv.list('claim/')).length).toBe(
    there.filter((key) => key.startsWith('claim')).length,
  )
  expect(watched.beats).toHaveLength(1)
})

test('a check that dies at any step leaves no key a day later', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await dailyCheck()
  clock.now += DAY
  const there = await keys()
  const steps = await requestsOf(dailyCheck)
  for (const { step, isAfter } of shareOf(crashes(steps), runs(12, 1))) {
    clock.now += DAY
    const revive = dieAt(step, isAfter)
    await dailyCheck().catch(() => undefined)
    revive()
    clock.now += DAY
    // The next one dies as soon as it has begun.
    const reviveAgain = dieAt(2, true)
    await dailyCheck().catch(() => undefined)
    reviveAgain()
    clock.now += DAY
    expect(await dailyCheck(), `after it died at step ${step}`).toBe('passed')
    expect(await keys(), `after it died at step ${step}`).toEqual(there)
  }
})

const asSubmission = async (key: string, signature: string, captchaToken?: string) => ({
  method: 'POST',
  path: '/api/forms/contact',
  headers: { 'content-type': 'application/json', 'idempotency-key': key, 'x-canary': signature },
  body: JSON.stringify({ ...(await answersTo(contact)), captchaToken }),
})

test('a forged signature opens nothing: the bot check decides, and the message counts', async () => {
  await dailyCheck()
  const { headers } = canarySent()
  const signed = headers['x-canary'] ?? ''
  const forged = [signed, '', 'x', 'é', 'f'.repeat(64), signed.slice(1), `${signed}0`]
  for (const signature of forged) {
    const without = await resend(await asSubmission(randomUUID(), signature))
    expect(without.status).toBe(400)
    const listed = await resend(await asSubmission(randomUUID(), signature, await token()))
    expect(listed.status).toBe(201)
    const { id } = (await listed.json()) as { id: string }
    expect(await kv.get(`rec/${messages.name}/${id}`)).not.toBeNull()
  }
  expect(await kv.list('rec/canary/')).toEqual([])
})

test('a canary that is sent again, at once or later, leaves nothing', async () => {
  await dailyCheck()
  const [again, there] = [canarySent(), await keys()]
  for (const later of [0, 1_000, HOUR, DAY]) {
    clock.now += later
    expect((await resend(again)).status).toBe(409)
    const other = { ...again, body: again.body.replace('Canary', 'Mallory') }
    expect((await resend(other)).status).toBe(409)
  }
  expect(await keys()).toEqual(there)
})

test('a canary that comes after its check has given up leaves nothing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  for (const lateBy of [5_000, 10 * 60_000]) {
    let late: Sent | undefined
    watched.spoil = (one) => {
      if (one.method !== 'POST') return undefined
      // A gateway gives up, and the function begins later.
      late = one
      return new Response(null, { status: 504 })
    }
    expect(await dailyCheck()).toBe('The contact form answered 504.')
    clock.now += lateBy
    expect((await resend(late ?? expect.fail('It was not sent.'))).status).toBe(409)
    await keepTellingFor(10 * MINUTE)
    expect([mailbox.received, mailbox.receipts, receiver.received]).toEqual([[], [], []])
    clock.now += HOUR
  }
  expect(await kv.list('rec/')).toEqual([])
})

test('while it is under way, the signature opens nothing else', async () => {
  const statuses: number[] = []
  watched.spoil = async (one) => {
    if (one.method !== 'POST') return undefined
    const body = JSON.parse(one.body) as Record<string, unknown>
    const changed = [{ captchaToken: undefined }, { captchaToken: 'invented' }, { email: 'none' }]
    for (const change of changed) {
      const sent = { ...one, body: JSON.stringify({ ...body, ...change }) }
      statuses.push((await resend(sent)).status)
    }
    statuses.push((await resend({ ...one, path: '/api/forms/investor' })).status)
    // With another key or another signature, the message counts like any other.
    for (const change of [{ 'idempotency-key': newId() }, { 'x-canary': 'f'.repeat(64) }]) {
      const own = JSON.stringify({ ...body, captchaToken: await token() })
      const sent = { ...one, headers: { ...one.headers, ...change }, body: own }
      statuses.push((await resend(sent)).status)
    }
    return undefined
  }
  expect(await dailyCheck()).toBe('passed')
  expect(statuses).toEqual([400, 400, 422, 422, 201, 201])
  expect(await kv.list(`rec/${messages.name}/`)).toHaveLength(2)
})

test('while it is under way, a copy makes no second record', async () => {
  const statuses: number[] = []
  watched.spoil = async (one) => {
    if (one.method !== 'POST') return undefined
    const other = { ...one, body: one.body.replace('Canary', 'Mallory') }
    const answer = await resend(one)
    statuses.push(answer.status, (await resend(one)).status, (await resend(other)).status)
    expect(await kv.list('rec/canary/')).toHaveLength(1)
    return answer
  }
  expect(await dailyCheck()).toBe('passed')
  expect(statuses).toEqual([201, 201, 422])
  expect((await kv.list('')).filter((key) => key.includes('canary/'))).toEqual([])
})

test.each([
  [9 * MINUTE, 201, 'rec/canary/'],
  [11 * MINUTE, 409, undefined],
])('a check that began %i ms ago and did not end lets its canary in: %i', async (age, is, list) => {
  const key = newId(clock.now - age)
  await kv.put('canary', { key, isUnderWay: true })
  const sent = await asSubmission(key, await sign(key), await token())
  expect((await resend(sent)).status).toBe(is)
  expect(await kv.list('rec/')).toEqual(list ? [expect.stringContaining(list)] : [])
})

test('an answer of somebody else is not believed', async () => {
  watched.spoil = ({ method }) =>
    method === 'POST' ? Response.json({ ok: true, id: newId() }) : undefined
  expect(await dailyCheck()).toBe('The test message was taken, but is not there.')
  clock.now += HOUR
  watched.spoil = () => new Response('<h1>Welcome to the hotel</h1>')
  expect(await dailyCheck()).toBe('The bot check answered with something else.')
  clock.now += HOUR
  watched.spoil = () => Response.json({ parameters: {} })
  expect(await dailyCheck()).toBe('The bot check’s challenge can’t be solved.')
  expect(watched.beats).toEqual([])
})
