import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { readHealth } from '#server/notifications/channels.ts'
import { limits } from '#server/notifications/settings.ts'
import { deliveryStatusesOf } from '#server/notifications/overview.ts'
import { enqueueAnew } from '#server/notifications/outbox/queue.ts'
import * as kv from '#server/storage/kv.ts'
import { message, useStudio } from '../studio.ts'
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

const { name } = collectionOf(contact, {})
const MAILS_AN_HOUR = 20
const MOST_TRIES = 12

async function fortyAtOnce() {
  const sent = await Promise.all(Array.from({ length: 40 }, () => submit(contact, message)))
  await Promise.all(sent.map(({ told }) => told))
  return sent.map(({ id }) => id)
}

function giveUpSoon(limit: Partial<typeof limits>) {
  const usual = { ...limits }
  Object.assign(limits, limit)
  onTestFinished(() => void Object.assign(limits, usual))
}

test('after forty at once with a slow webhook the next run fills the hour’s mail quota', async () => {
  receiver.weather = 'slow'
  const ids = await fortyAtOnce()
  await keepTelling()
  expect(mailed()).toHaveLength(MAILS_AN_HOUR)
  expect(called().sort()).toEqual(ids.sort())
  await keepTellingFor(HOUR)
  expect(mailbox.received.map(({ subject }) => subject)).toContain('20 new submissions')
  expect(await kv.list('pending/')).toEqual([])
})

test.each(['slow', 'hanging'] as const)(
  'a mail server that is %s delays no webhook',
  async (weather) => {
    giveUpSoon({ mailMs: 400 })
    mailbox.weather = weather
    const ids = await fortyAtOnce()
    await keepTelling()
    expect(called().sort()).toEqual(ids.sort())
  },
)

test('a webhook that hangs delays no mail', async () => {
  giveUpSoon({ webhookMs: 400 })
  receiver.weather = 'hanging'
  await fortyAtOnce()
  await keepTelling()
  expect(mailed()).toHaveLength(MAILS_AN_HOUR)
})

test('of forty at once at most sixteen are sent in parallel', async () => {
  giveUpSoon({ webhookMs: 400 })
  receiver.weather = 'hanging'
  receiver.mostAtOnce = 0
  await fortyAtOnce()
  expect(receiver.mostAtOnce).toBeLessThanOrEqual(16)
})

test.each(['the first try', 'a run'])('in %s no channel waits for the other', async (when) => {
  const isFirst = when === 'the first try'
  mailbox.weather = isFirst ? 'hanging' : 'down'
  receiver.weather = isFirst ? 'up' : 'down'
  const { id, told } = await submit(contact, message)
  if (!isFirst) {
    await told
    clock.now += 5 * MINUTE
    mailbox.weather = 'hanging'
    receiver.weather = 'up'
  }
  const before = await readHealth('mail')
  const work = isFirst ? told : keepTelling()
  await vi.waitFor(() => expect(called()).toEqual([id]), { timeout: 60_000 })
  expect(await readHealth('mail')).toEqual(before)
  mailbox.weather = 'down'
  mailbox.hangUp()
  await work
  expect(await readHealth('mail')).not.toEqual(before)
})

test('a removed channel leaves nothing pending', async () => {
  receiver.weather = 'down'
  await tellOf()
  expect(await kv.list('pending/')).toHaveLength(1)
  setChannels({ webhook: false })
  await keepTelling()
  expect(await kv.list('pending/')).toEqual([])
})

test('after four days without a run the missed tries follow, one per run', async () => {
  setChannels({ webhook: false })
  mailbox.weather = 'refusing'
  const { id } = await tellOf()
  clock.now += 96 * HOUR
  for (let tries = 2; tries <= MOST_TRIES; tries++) {
    expect((await deliveryStatusesOf({ name, id })).mail).toMatchObject({ tries: tries - 1 })
    await keepTelling()
  }
  expect((await deliveryStatusesOf({ name, id })).mail).toHaveProperty('failedAt')
  expect(await kv.list('failed/')).toEqual([`failed/${name}/${id}`])
  expect(await kv.list('pending/')).toEqual([])
})

test('a late delete does not remove a notification that was queued since', async () => {
  setChannels({ webhook: false })
  mailbox.weather = 'refusing'
  const { id } = await tellOf()
  const before = await kv.list('pending/')
  await keepTellingFor(75 * HOUR, HOUR)
  mailbox.weather = 'up'
  await enqueueAnew({ name, id })
  for (const key of before) await kv.remove(key)
  await keepTelling()
  expect(mailed()).toEqual([id])
  expect(await kv.list('pending/')).toEqual([])
})

test('a retry during the first try sends nothing twice', async () => {
  mailbox.weather = 'slow'
  receiver.weather = 'slow'
  const key = randomUUID()
  const first = await submit(contact, message, key)
  const retry = await submit(contact, message, key)
  await Promise.all([first.told, retry.told])
  await keepTellingFor(HOUR)
  expect([mailed(), called()]).toEqual([[first.id], [first.id]])
})

test('an hour has twenty single mails, whichever networks they come from', async () => {
  setChannels({ webhook: false })
  const ids: string[] = []
  for (let i = 0; i < MAILS_AN_HOUR + 6; i++) {
    const { id, told } = await submit(contact, message, randomUUID(), `198.51.100.${i}`)
    ids.push(id)
    await told
  }
  expect(mailed()).toEqual(ids.slice(0, MAILS_AN_HOUR))
})
