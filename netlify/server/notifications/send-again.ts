import { randomUUID } from 'node:crypto'
import pMap from 'p-map'
import * as kv from '#server/storage/kv.ts'
import { collectionNamed } from '#server/collections/collection.ts'
import { failedKey } from '#server/collections/keys.ts'
import { look, rowOf } from '#server/collections/truth.ts'
import { through } from './channels.ts'
import { adminUrl } from './notice.ts'
import { refAt, type RecordRef } from './outbox/notification.ts'
import { enqueueAnew } from './outbox/queue.ts'
import type { Outcome } from './outcome.ts'
import { sendMail } from './mail/send-mail.ts'
import { notifySettings, type Channel } from './settings.ts'
import { testWebhook } from './webhook.ts'

const AT_ONCE = 16
/** As many as one request has time for, with storage that takes 50 ms for each. */
const MOST_AT_ONCE = 200

/** Queues anew what was given up; how many of it, and how many records are left for the next call. */
export async function sendAllAgain(): Promise<{ sent: number; left: number }> {
  const failed = await kv.list('failed/')
  const now = failed.slice(0, MOST_AT_ONCE).map(refAt)
  const are = await pMap(now, sendAgain, { concurrency: AT_ONCE })
  return { sent: are.filter(Boolean).length, left: failed.length - now.length }
}

/** Queues one record anew; false where no channel has anything left to tell, null where there is no record. */
export async function sendAgain(ref: RecordRef): Promise<boolean | null> {
  const collection = collectionNamed(ref.name)
  const truth = collection && (await look(collection, ref.id))
  const isThere = truth !== null && rowOf(truth) !== null
  if (isThere && (await enqueueAnew(ref))) return true
  await kv.remove(failedKey(ref.name, ref.id))
  return isThere ? false : null
}

/** Tries every channel that is set, and says what came of it. */
export async function testChannels(): Promise<Partial<Record<Channel, Outcome>>> {
  const settings = notifySettings()
  const id = `test-${randomUUID()}`
  const at = new Date(Date.now()).toISOString()
  const text = `The site can send mail. Its admin area:\n${await adminUrl()}\n`
  const mail = { id, subject: 'Test of the notifications', text }
  const outcomes = await Promise.all(
    settings.wanted.map(async (channel) => [
      channel,
      await through(channel, settings, () =>
        channel === 'mail' ? sendMail(settings.mail, mail) : testWebhook(settings.webhook, id, at),
      ),
    ]),
  )
  return Object.fromEntries(outcomes) as Partial<Record<Channel, Outcome>>
}
