import { randomUUID } from 'node:crypto'
import pMap from 'p-map'
import type { Channel } from '#api/admin-contract.ts'
import { maySpend } from '#server/storage/request-context.ts'
import * as kv from '#server/storage/kv.ts'
import { listProven } from '#server/storage/sentinel.ts'
import { collectionNamed } from '#server/collections/collection.ts'
import { failedKey, refAt, type RecordRef } from '#server/collections/keys.ts'
import { read } from '#server/collections/change.ts'
import { callOut, mailOut } from './channels.ts'
import { adminUrl } from './notice.ts'
import type { Outcome } from './outbox/delivery.ts'
import { enqueueAnew } from './outbox/queue.ts'
import { notifySettings } from './settings.ts'

const AT_ONCE = 16
/** Storage requests that one record takes. */
const REQUESTS = 10

/** Queues failed records again; `left` are for the next call. */
export async function sendAllAgain(): Promise<{ sent: number; left: number }> {
  const failed = await listProven('failed/')
  const now = failed.map(refAt).filter(() => maySpend(REQUESTS))
  const are = await pMap(now, sendAgain, { concurrency: AT_ONCE })
  return { sent: are.filter(Boolean).length, left: failed.length - now.length }
}

/** Queues one record again; false if all channels are done, null if there is no record. */
export async function sendAgain(ref: RecordRef): Promise<boolean | null> {
  const collection = collectionNamed(ref.name)
  const isThere = collection && (await read(collection, ref.id)) !== null
  if (isThere && (await enqueueAnew(ref))) return true
  await kv.remove(failedKey(ref.name, ref.id))
  return isThere ? false : null
}

export async function testChannels(): Promise<Partial<Record<Channel, Outcome>>> {
  const settings = notifySettings()
  const id = `test-${randomUUID()}`
  const timestamp = new Date(Date.now()).toISOString()
  const text = `This is a test: the site can send mail. Admin area:\n${await adminUrl()}\n`
  const test = {
    mail: () => mailOut({ id, subject: 'Test notification', text }, settings),
    webhook: () => callOut({ id, type: 'notifications.test', timestamp, data: {} }, settings),
  }
  const outcomes = await pMap(settings.wanted, async (one) => [one, await test[one]()] as const)
  return Object.fromEntries(outcomes)
}
