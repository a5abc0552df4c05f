import { expect, test } from 'vitest'
import { contact } from '#forms/contact.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { add } from '#server/collections/records.ts'
import { remove } from '#server/collections/change.ts'
import { notificationsOverview, deliveryStatusesOf } from '#server/notifications/overview.ts'
import {
  enqueueUnlessDone,
  sendAllAgain,
  takeOverEarlier,
} from '#server/notifications/outbox/queue.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf, newId } from '#server/storage/record-id.ts'
import { listProven } from '#server/storage/sentinel.ts'
import { message, useStudio } from '../studio.ts'
import { called, clock, keepTelling, mailed, useChannels } from './telling.ts'

useStudio()
useChannels()

/** The format of the outbox until November 2026. */

const messages = collectionOf(contact, {})
const { name } = messages
const TOLD_AT = '2026-11-20T04:00:00.000Z'

async function record() {
  const id = newId(clock.now)
  const createdAt = new Date(createdAtOf(id)).toISOString()
  const submission = { ...message, subject: 'Other', id, createdAt } as const
  await add(messages, { submission, attempt: id, digest: '' })
  return id
}

test('a pending notification goes through the channels that have not delivered it', async () => {
  const [first, second] = [await record(), await record()]
  await kv.put(`owed/${name}/${first}`, { at: clock.now })
  await kv.put(`owed/${name}/${second}`, {
    at: clock.now,
    mail: { tries: 1, toldAt: TOLD_AT },
    webhook: { tries: 2, why: 'The webhook answered 500.', taken: { by: 'x', at: clock.now } },
  })
  await kv.put('mails', { singles: [], gatheringSince: clock.now, gathered: ['1'] })
  await kv.put('gathered/1', { at: clock.now, debts: [{ name, id: first }], tries: 0 })
  await takeOverEarlier()
  await keepTelling()
  expect([mailed(), called()]).toEqual([[first], [first]])
  expect((await deliveryStatusesOf({ name, id: second })).webhook).toMatchObject({ tries: 2 })
  clock.now += 30 * 60_000
  await keepTelling()
  expect([mailed(), called()]).toEqual([[first], [first, second]])
  for (const root of ['owed/', 'gathered/', 'mails', 'pending/']) {
    expect(await kv.list(root)).toEqual([])
  }
})

test('a delivered notification keeps its time, is not repeated and goes with its record', async () => {
  const id = await record()
  await kv.put(`told/${name}/${id}`, { mail: { toldAt: TOLD_AT }, webhook: { toldAt: TOLD_AT } })
  expect((await deliveryStatusesOf({ name, id })).mail).toEqual({ toldAt: TOLD_AT })
  await enqueueUnlessDone({ name, id })
  await keepTelling()
  expect([...mailed(), ...called()]).toEqual([])
  await remove(messages, id)
  expect(await kv.list('told/')).toEqual([])
})

test('a failed notification is listed with its reason and can be sent again', async () => {
  const id = await record()
  const why = 'The mail server took too long.'
  await kv.put(`told/${name}/${id}`, {
    mail: { failedAt: TOLD_AT, why },
    webhook: { toldAt: TOLD_AT },
  })
  await kv.put(`failed/${name}/${id}`, null)
  expect((await notificationsOverview()).failed).toMatchObject({
    total: 1,
    items: [{ id, why: { mail: why } }],
  })
  expect(await sendAllAgain()).toEqual({ sent: 1, left: 0 })
  await keepTelling()
  expect([mailed(), called()]).toEqual([[id], []])
  expect(await listProven('failed/')).toEqual([])
})

test('a marker with a lease in the format of November 2026 still works', async () => {
  const id = await record()
  await kv.put(`pending/${name}/${id}.${clock.now}.mw.71d0c93c9b07`, null)
  expect((await deliveryStatusesOf({ name, id })).mail).toMatchObject({
    owedSince: new Date(clock.now).toISOString(),
  })
  await keepTelling()
  expect([mailed(), called()]).toEqual([[id], [id]])
  expect(await kv.list('pending/')).toEqual([])
})
