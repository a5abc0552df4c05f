import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import * as kv from '#server/storage/kv.ts'
import { runs } from '../../runs.ts'
import { message, crashes, dieAt, requestsOf, token, useStudio } from '../studio.ts'
import { anotherInstance } from './another-instance.ts'
import {
  called,
  clock,
  HOUR,
  keepTelling,
  keepTellingFor,
  mailed,
  mailbox,
  MINUTE,
  setChannels,
  submit,
  useChannels,
} from './telling.ts'

useStudio()
useChannels()

/** Numbers of requests to storage until the answer, and at most until the end of its later work. */
const SUBMIT = 7
const TELL = 49

async function sendAndTell(key: string, captchaToken: string) {
  const sent = await submit(contact, { ...message, captchaToken }, key)
  await sent.told
  return sent
}

test('channels cost a submission one more request, and the crash tests cover every step', async () => {
  const log = vi.spyOn(console, 'info')
  const costs = []
  for (const isTelling of [false, true]) {
    setChannels({ mail: isTelling, webhook: isTelling })
    const captchaToken = await token()
    const steps = await requestsOf(() => sendAndTell(randomUUID(), captchaToken))
    expect(steps).toBeLessThanOrEqual(TELL)
    const line = JSON.parse(String(log.mock.lastCall?.[0])) as { storageRequests: number }
    costs.push(line.storageRequests)
  }
  expect(costs).toEqual([SUBMIT - 1, SUBMIT])
})

/** Only the long run crashes later steps both before and after the request. */
const tried = crashes(TELL).filter(
  ({ step, isAfter }) => step <= SUBMIT || runs(1) > 1 || (step % 2 === 0) === isAfter,
)

test.each(tried)(
  'a crash $when step $step of sending and notifying leaves no record unreported',
  async (crash) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const key = randomUUID()
    const captchaToken = await token()
    let revive = () => undefined as unknown
    try {
      revive = dieAt(crash.step, crash.isAfter)
      const sent = await sendAndTell(key, captchaToken)
      if (sent.status === 201) {
        // The visitor got an answer, so the housekeeping must do the rest.
        reviveQuietly(revive)
        await keepTellingFor(10 * MINUTE)
        expect(mailed()).toContain(sent.id)
        expect(called()).toContain(sent.id)
      } else {
        reviveQuietly(revive)
        const retry = await sendAndTell(key, await token())
        expect(retry.status).toBe(201)
        await keepTellingFor(10 * MINUTE)
        expect(mailed()).toContain(retry.id)
        expect(called()).toContain(retry.id)
      }
    } finally {
      reviveQuietly(revive)
    }
    // The id identifies a second delivery.
    expect(new Set(mailed()).size).toBe(1)
    expect(new Set(called()).size).toBe(1)
    expect(mailed().length).toBeLessThanOrEqual(2)
    // A receipt goes once at most.
    expect(mailbox.receipts.length).toBeLessThanOrEqual(1)
    await keepTellingFor(2 * HOUR, 20 * MINUTE)
    expect(await kv.list('pending/')).toEqual([])
    expect(mailed().length).toBeLessThanOrEqual(2)
  },
)

/** Some answers take fewer steps, so a missing step is no failure. */
function reviveQuietly(revive: () => unknown) {
  try {
    revive()
  } catch {
    // The storage was already restored.
  }
}

const keepers: (() => Promise<void>)[] = [keepTelling]
beforeAll(async () => {
  keepers.push(await anotherInstance(), await anotherInstance())
})

test('several parallel housekeepings report each record once', async () => {
  mailbox.weather = 'busy'
  const sent = []
  for (let i = 0; i < 6; i++) sent.push((await sendAndTell(randomUUID(), await token())).id)
  mailbox.weather = 'up'
  clock.now += 5 * MINUTE
  await Promise.all([...keepers, ...keepers].map((keep) => keep()))
  expect(mailed().sort()).toEqual(sent.sort())
  expect(called().sort()).toEqual(sent)
  expect(await kv.list('pending/')).toEqual([])
})

test('another run takes over after a crash in the middle of a try', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  mailbox.weather = 'busy'
  const { id } = await sendAndTell(randomUUID(), await token())
  mailbox.weather = 'up'
  clock.now += 5 * MINUTE
  const steps = await requestsOf(async () => {
    mailbox.weather = 'busy'
    await keepTelling()
  })
  mailbox.weather = 'up'
  for (let step = 1; step <= steps; step++) {
    clock.now += 12 * HOUR
    const revive = dieAt(step, step % 2 === 0)
    await keepTelling().catch(() => undefined)
    reviveQuietly(revive)
    if (mailed().length > 0) break
  }
  await keepTellingFor(20 * HOUR, HOUR)
  expect(new Set(mailed())).toEqual(new Set([id]))
  expect(await kv.list('pending/')).toEqual([])
})

test.each([
  ['a day ahead', 24 * HOUR],
  ['a day back', -24 * HOUR],
  ['ten days ahead', 240 * HOUR],
])('a clock that jumps %s and back loses and duplicates nothing', async (_, jump) => {
  mailbox.weather = 'busy'
  const { id } = await sendAndTell(randomUUID(), await token())
  const before = clock.now
  for (let i = 0; i < 4; i++) {
    clock.now = before + jump
    await Promise.all(keepers.map((keep) => keep()))
    clock.now = before + 5 * MINUTE
    await Promise.all(keepers.map((keep) => keep()))
  }
  expect(mailed()).toEqual([])
  mailbox.weather = 'up'
  await keepTellingFor(72 * HOUR, HOUR)
  expect(mailed()).toEqual([id])
  expect(called()).toEqual([id])
})
