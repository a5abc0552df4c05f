import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { waitlist } from '#forms/waitlist.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { notifyKey } from '#server/collections/keys.ts'
import { newMarker } from '#server/notifications/outbox/tries.ts'
import { remove } from '#server/collections/change.ts'
import { runHousekeeping } from '#server/housekeeping/run.ts'
import { notificationsOverview } from '#server/notifications/overview.ts'
import * as kv from '#server/storage/kv.ts'
import { hold, release } from '#server/submissions/release.ts'
import { crashes, dieAt, interceptStorage, message, useStudio } from '../studio.ts'
import { anotherInstance } from './another-instance.ts'
import {
  called,
  clock,
  HOUR,
  keepTelling,
  keepTellingFor,
  mailbox,
  mailed,
  MINUTE,
  receiver,
  setChannels,
  submit,
  tellOf,
  useChannels,
} from './telling.ts'

useStudio()
useChannels()

const messages = collectionOf(contact, {})
let other: () => Promise<void>

beforeAll(async () => {
  other = await anotherInstance()
})

test('a held record is reported only after its release', async () => {
  const { id } = await tellOf({ honeypot: 'https://spam.test' })
  await keepTellingFor(2 * HOUR, HOUR)
  expect([...mailed(), ...called(), ...(await kv.list('pending/'))]).toEqual([])
  await release(messages, id)
  await keepTelling()
  expect([mailed(), called()]).toEqual([[id], [id]])
  // A second release and a second hold do not repeat the notification.
  await release(messages, id)
  await hold(messages, id)
  await release(messages, id)
  await keepTelling()
  expect([mailed(), called()]).toEqual([[id], [id]])
  expect(await kv.list('pending/')).toEqual([])
})

test('what was held or removed before it was told does not count as unannounced', async () => {
  setChannels({ webhook: false })
  mailbox.weather = 'down'
  const [byHand, undone, removed] = [
    await tellOf(),
    await tellOf({ honeypot: 'https://spam.test' }),
    await tellOf(),
  ]
  await tellOf()
  await release(messages, undone.id)
  const owed = async () => (await notificationsOverview()).owed
  expect(await owed()).toBe(4)
  await hold(messages, byHand.id)
  await hold(messages, undone.id, undefined, true)
  await remove(messages, removed.id)
  expect(await owed()).toBe(1)
  await release(messages, byHand.id)
  expect(await owed()).toBe(2)
})

test.each(crashes(16))('a release that dies $when step $step is reported once', async (crash) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { id } = await tellOf({ honeypot: 'https://spam.test' })
  const revive = dieAt(crash.step, crash.isAfter)
  const isDone = await release(messages, id).then(Boolean, () => false)
  try {
    revive()
  } catch {
    // The work ended before this step.
  }
  if (!isDone) await release(messages, id)
  await keepTelling()
  await keepTellingFor(HOUR)
  expect([mailed(), called()]).toEqual([[id], [id]])
})

test('a record that was held before its notification waits for its release', async () => {
  mailbox.weather = 'down'
  const { id } = await tellOf()
  await hold(messages, id)
  mailbox.weather = 'up'
  await keepTellingFor(HOUR)
  expect(mailed()).toEqual([])
  await release(messages, id)
  await keepTelling()
  expect([mailed(), called()]).toEqual([[id], [id]])
})

test('a record that was deleted before its notification is not reported', async () => {
  mailbox.weather = 'down'
  receiver.weather = 'down'
  const { id } = await tellOf()
  await remove(messages, id)
  mailbox.weather = 'up'
  receiver.weather = 'up'
  await keepTellingFor(HOUR)
  expect([...mailed(), ...called(), ...(await kv.list('pending/'))]).toEqual([])
})

test.each(Array.from({ length: 24 }, (_, step) => step + 1))(
  'a record that is told and deleted before request %i of another run is told once',
  async (step) => {
    mailbox.weather = 'down'
    receiver.weather = 'down'
    const { id } = await tellOf({ email: `${randomUUID()}@example.com` })
    clock.now += 5 * MINUTE
    mailbox.weather = 'up'
    receiver.weather = 'up'
    let requests = 0
    const putBack = interceptStorage((storage) => async (input, init) => {
      if (++requests === step) {
        await other()
        await remove(messages, id)
      }
      return storage(input, init)
    })
    await keepTelling()
    putBack()
    expect(requests).toBeGreaterThanOrEqual(step)
    expect(called().length).toBeLessThanOrEqual(1)
    expect(mailed().length).toBeLessThanOrEqual(1)
    expect(mailbox.receipts.length).toBeLessThanOrEqual(1)
  },
)

test.each(Array.from({ length: 20 }, (_, step) => step + 1))(
  'of a record that is deleted before request %i of its telling nothing goes out afterwards',
  async (step) => {
    setChannels({ webhook: false })
    mailbox.weather = 'down'
    const { id } = await tellOf({ email: `${randomUUID()}@example.com` })
    clock.now += 6 * MINUTE
    mailbox.weather = 'up'
    const sent = () => mailbox.received.length + mailbox.receipts.length
    let before: number | undefined
    let requests = 0
    const putBack = interceptStorage((storage) => async (input, init) => {
      if (++requests === step) {
        await remove(messages, id)
        before = sent()
      }
      return storage(input, init)
    })
    await keepTelling()
    putBack()
    expect(sent()).toBe(before)
  },
)

test('the delivery status goes with its record, also if a try is in progress', async () => {
  const [first, second] = [await tellOf(), await tellOf()]
  expect(await kv.list('notify/')).toHaveLength(2)
  await remove(messages, first.id)
  expect(await kv.list('notify/')).toEqual([notifyKey(messages.name, second.id)])

  // The try stores its result after the record is gone.
  await remove(messages, second.id)
  await kv.put(notifyKey(messages.name, second.id), {})
  // A site without an address makes no daily check.
  vi.stubEnv('URL', '')
  await runHousekeeping()
  expect(await kv.list('notify/')).toEqual([])
})

test.each([messages, collectionOf(careers, {})])(
  'a notification of an attempt without a record in $name is dropped within a day',
  async ({ name }) => {
    await kv.create(newMarker({ name, id: '8204589699999-71d0c93c9b07' }), null)
    await keepTellingFor(24 * HOUR, HOUR)
    expect([...mailed(), ...called(), ...(await kv.list('pending/'))]).toEqual([])
    expect(await kv.list('failed/')).toEqual([])
  },
)

test('a retry is reported once, and a duplicate sign-up is not reported', async () => {
  const key = randomUUID()
  const { id } = await tellOf({}, key)
  await tellOf({}, key)
  expect([mailed(), called()]).toEqual([[id], [id]])

  const entry = { email: 'ada@engine.test', source: 'landing', projectSlug: 'calmist' }
  const first = await submit(waitlist, entry)
  await first.told
  const second = await submit(waitlist, entry)
  await second.told
  await keepTelling()
  expect(second.status).toBe(200)
  expect(called()).toEqual([id, first.id])
  const mail = mailbox.received.at(-1)
  expect(mail?.subject).toBe('New waitlist entry from ada@engine.test')
  expect(mail?.text).toContain(`tab=waitlist&project=calmist&record=${first.id}`)
  expect(mail?.text).not.toContain('due')
})

test('in a flood the housekeeping makes the first tries that found no room', async () => {
  receiver.weather = 'slow'
  const sent = await Promise.all(Array.from({ length: 40 }, () => submit(contact, message)))
  await Promise.all(sent.map(({ told }) => told))
  receiver.weather = 'up'
  await keepTellingFor(70 * 60_000)
  expect(new Set(called())).toEqual(new Set(sent.map(({ id }) => id)))
  expect(called()).toHaveLength(40)
})
