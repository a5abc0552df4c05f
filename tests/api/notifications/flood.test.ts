import pMap from 'p-map'
import { beforeEach, expect, test } from 'vitest'
import { contact } from '#forms/contact.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { add } from '#server/collections/records.ts'
import { deliverPending } from '#server/notifications/outbox/deliver.ts'
import { newMarker } from '#server/notifications/outbox/tries.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { requestName } from '../../request-name.ts'
import { interceptStorage, useStudio } from '../studio.ts'
import { clock, keepTelling, mailbox, MINUTE, setChannels, useChannels } from './telling.ts'

/** Thousands wait: a run reads few of them, and the mail goes. */

useStudio()
useChannels()
beforeEach(() => setChannels({ webhook: false }))

const messages = collectionOf(contact, {})

type Options = { notes?: object; isHeld?: boolean }

/** Adds this many records that wait, with these notes if there are any. */
const addWaiting = (count: number, { notes, isHeld = false }: Options = {}) =>
  pMap(
    Array.from({ length: count }, (_, place) => newId(clock.now - place)),
    async (id) => {
      const createdAt = new Date(clock.now).toISOString()
      const person = { name: 'Ada', email: 'ada@engine.test', subject: 'Other', message: 'x' }
      const signals = isHeld && { signals: ['flood'] }
      const submission = { id, createdAt, ...person, ...signals }
      await add(messages, { submission, attempt: id, digest: '' })
      if (notes) await kv.put(`notify/${messages.name}/${id}`, { at: clock.now, ...notes })
      await kv.create(newMarker({ name: messages.name, id }), null)
    },
    { concurrency: 50 },
  )

const subjects = () => mailbox.received.map(({ subject }) => subject)
const waiting = async () => (await kv.list('pending/')).length

/** A run whose time is over once it has mailed; returns how many notes it has read. */
async function runUntilMailed(): Promise<number> {
  const before = mailbox.received.length
  let reads = 0
  const putBack = interceptStorage((storage) => (input, init) => {
    if (requestName(input, init).startsWith('get notify/')) reads++
    return storage(input, init)
  })
  await deliverPending(() => mailbox.received.length === before)
  putBack()
  return reads
}

const done = () => ({ tries: 1, deliveredAt: new Date(clock.now).toISOString() })

test('records without notes are mailed before any of them is read', async () => {
  await addWaiting(300)
  clock.now += 61 * MINUTE
  expect(await runUntilMailed()).toBeLessThan(10)
  expect(subjects()).toEqual(['300 new submissions'])
  for (let run = 0; run < 3; run++) await keepTelling()
  expect(await waiting()).toBe(0)
  expect(mailbox.received).toHaveLength(1)
})

test('of records with notes a run reads a share, and each is mailed once', async () => {
  await addWaiting(2_100, { notes: { webhook: done(), receipt: done() } })
  clock.now += 61 * MINUTE
  // They are read when they are listed as due, and right before the mail.
  expect(await runUntilMailed()).toBeLessThanOrEqual(2 * 2_000)
  expect(subjects()).toEqual(['2000 new submissions'])
  for (let run = 0; run < 4; run++) await keepTelling()
  // Of the others twenty go alone.
  const counts = subjects().map((subject) => Number(/^(\d+) /.exec(subject ?? '')?.[1] ?? 1))
  expect(counts.reduce((sum, count) => sum + count)).toBe(2_100)
  expect(await waiting()).toBe(0)
})

test('what is over ends in the time of a run', async () => {
  await addWaiting(90, { notes: { mail: done(), receipt: done() } })
  let left = 40
  await deliverPending(() => left-- > 0)
  expect(await waiting()).toBe(50)
  await keepTelling()
  expect(await waiting()).toBe(0)
})

test('held ones that wait do not block those behind them', async () => {
  await addWaiting(600, { isHeld: true })
  clock.now += MINUTE
  await addWaiting(8)
  for (let run = 0; run < 60 && mailbox.received.length < 8; run++) {
    let left = 200
    await deliverPending(() => left-- > 0)
  }
  expect(mailbox.received).toHaveLength(8)
})
