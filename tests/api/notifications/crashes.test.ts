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

/** Requests to storage until the answer, and at most with what follows it. */
const SUBMIT = 7
const TELL = 29

async function sendAndTell(key: string, captchaToken: string) {
  const sent = await submit(contact, { ...message, captchaToken }, key)
  await sent.told
  return sent
}

test('a submission costs one request more than without channels, and a crash is tried at every step', async () => {
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

/** Each step until the answer is tried on both sides; of the many behind it the long run does so. */
const tried = crashes(TELL).filter(
  ({ step, isAfter }) => step <= SUBMIT || runs(1) > 1 || (step % 2 === 0) === isAfter,
)

test.each(tried)(
  'a crash $when step $step of sending and telling leaves nothing untold',
  async (crash) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const key = randomUUID()
    const captchaToken = await token()
    let revive = () => undefined as unknown
    try {
      revive = dieAt(crash.step, crash.isAfter)
      const sent = await sendAndTell(key, captchaToken)
      if (sent.status === 201) {
        // Nothing else is asked of the visitor: it is told without another word.
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
    // A second delivery is recognised by its id.
    expect(new Set(mailed()).size).toBe(1)
    expect(new Set(called()).size).toBe(1)
    expect(mailed().length).toBeLessThanOrEqual(2)
    await keepTellingFor(2 * HOUR, 20 * MINUTE)
    expect(await kv.list('pending/')).toEqual([])
    expect(mailed().length).toBeLessThanOrEqual(2)
  },
)

/** Not every answer takes all the steps: what happens before the others is enough. */
function reviveQuietly(revive: () => unknown) {
  try {
    revive()
  } catch {
    // It was put back before its steps were counted.
  }
}

const keepers: (() => Promise<void>)[] = [keepTelling]
beforeAll(async () => {
  keepers.push(await anotherInstance(), await anotherInstance())
})

test('several housekeepings at once, each an instance of its own, tell each record once', async () => {
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

test('one that died in the middle of a try is followed by another one', async () => {
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
])('a clock that jumps %s and back loses nothing and doubles nothing', async (_, jump) => {
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
