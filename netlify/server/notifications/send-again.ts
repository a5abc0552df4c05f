import { randomUUID } from 'node:crypto'
import pMap from 'p-map'
import * as kv from '#server/storage/kv.ts'
import { look } from '#server/collections/truth.ts'
import { through } from './channels.ts'
import { collectionOfDebt } from './outbox/deliver.ts'
import { adminUrl } from './notice.ts'
import { debtAt, type Debt } from './outbox/owed.ts'
import type { Outcome } from './outcome.ts'
import { sendMail } from './mail/send-mail.ts'
import { oweAnew } from './outbox/owe.ts'
import { notifySettings, type Channel } from './settings.ts'
import { failedKey } from './outbox/told.ts'
import { testWebhook } from './webhook.ts'

const AT_ONCE = 16
/** As many as one request has time for, with storage that takes 50 ms for each. */
const MOST_AT_ONCE = 200

/** Owes anew what was given up; how many, and how many are left for the next call. */
export async function sendAllAgain(): Promise<{ sent: number; left: number }> {
  const failed = (await kv.list('failed/')).map(debtAt)
  const now = failed.slice(0, MOST_AT_ONCE)
  await pMap(now, sendAgain, { concurrency: AT_ONCE })
  return { sent: now.length, left: failed.length - now.length }
}

/** Owes one record anew, through the channels that have not told of it; false where there is none. */
export async function sendAgain(debt: Debt): Promise<boolean> {
  const collection = collectionOfDebt(debt)
  const { record, isRemoved } = collection
    ? await look(collection, debt.id)
    : { record: null, isRemoved: true }
  if (record && !isRemoved) await oweAnew(debt)
  else await kv.remove(failedKey(debt))
  return record !== null && !isRemoved
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
