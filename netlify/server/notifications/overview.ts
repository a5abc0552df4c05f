import pMap, { pMapSkip } from 'p-map'
import type { Channel, DeliveryStatuses, ReceiptStatus } from '#api/admin-contract.ts'
import { addressOf, collectionNamed } from '#server/collections/collection.ts'
import { refAt, refKey, type RecordRef } from '#server/collections/keys.ts'
import { readGone } from '#server/collections/current.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf, referenceOf } from '#server/storage/record-id.ts'
import { maySpend } from '#server/storage/request-context.ts'
import { listProven } from '#server/storage/sentinel.ts'
import { readHealth } from './channels.ts'
import { isAct } from './mail/people-mail.ts'
import { findNotice } from './notice.ts'
import {
  isOver,
  markersOf,
  MOST_TRIES,
  sinceOf,
  type Deliveries,
  type Delivery,
} from './outbox/tries.ts'
import { readDeliveries, wantedFor } from './outbox/notification.ts'
import { CHANNELS, notifySettings } from './settings.ts'

const MOST_FAILED = 50
const MOST_READ = 1_000
const READS_AT_ONCE = 32

/** The health of each channel, of how many records the studio is to be told, and which were given up. */
export async function notificationsOverview() {
  const { wanted, wrong } = notifySettings()
  const [channels, owed, failed] = await Promise.all([
    Promise.all(
      CHANNELS.map(async (channel) => ({
        channel,
        isSet: wanted.includes(channel),
        wrong: wrong[channel],
        ...(await readHealth(channel)),
      })),
    ),
    owedNotifications(),
    failedNotifications(),
  ])
  return { channels, owed: owed.length, failed }
}

/**
 * The listed records that still have to be told to the studio: a held one waits for its release. A
 * record that can't be read now counts too.
 */
export async function owedNotifications(): Promise<RecordRef[]> {
  const { wanted } = notifySettings()
  const refs = (await listProven('pending/')).map(refAt).filter((ref) => !isAct(ref))
  const pending = [...new Map(refs.map((ref) => [refKey(ref), ref])).values()]
  const isSettled = async (ref: RecordRef) =>
    (await isTold(ref, wanted)) || typeof (await findNotice(ref)) === 'string'
  const owed = async (ref: RecordRef, index: number) =>
    index < MOST_READ && maySpend() && (await isSettled(ref)) ? pMapSkip : ref
  return pMap(pending, owed, { concurrency: READS_AT_ONCE })
}

/** What could not be told, the newest first. A marker may be late, so the newest are read. */
export async function failedNotifications() {
  const refs = (await listProven('failed/'))
    .map(refAt)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
  const newest = refs.slice(0, MOST_FAILED)
  const items = (await Promise.all(newest.map(givenUp))).filter((one) => one !== null)
  return { total: refs.length - newest.length + items.length, items }
}

/** Whether only the receipt is pending. */
async function isTold(ref: RecordRef, wanted: readonly Channel[]): Promise<boolean> {
  const now = await readDeliveries(ref)
  return now !== null && wanted.every((one) => isOver(now[one]))
}

/** Whether a channel has told the studio, whatever the others did. */
export const isHeard = (now: Deliveries | null): boolean =>
  CHANNELS.some((one) => now?.[one]?.deliveredAt !== undefined)

/** A record for which a channel was given up, and why; null if it was removed or delivered since. */
async function givenUp(ref: RecordRef) {
  const { name, id } = ref
  const collection = collectionNamed(name)
  if (!collection || (await readGone(name, id))) return null
  const now = await readDeliveries(ref)
  const channels = CHANNELS.filter((one) => now?.[one]?.failedAt)
  if (now && channels.length === 0) return null
  return {
    ...addressOf(collection),
    id,
    reference: referenceOf(id),
    createdAt: new Date(createdAtOf(id)).toISOString(),
    why: Object.fromEntries(channels.map((one) => [one, now?.[one]?.why ?? ''])),
    ...(isHeard(now) && { isTold: true }),
  }
}

/** Deliveries of a record by channel, without channels that are not set, and its receipt. */
export async function deliveryStatusesOf(
  ref: RecordRef,
  isHeld = false,
): Promise<DeliveryStatuses & { receipt: ReceiptStatus }> {
  const [found, markers] = await Promise.all([readDeliveries(ref), kv.list(markersOf(ref))])
  const { wanted } = notifySettings()
  const statuses: DeliveryStatuses = {}
  for (const channel of CHANNELS) {
    const { tries = 0, deliveredAt, failedAt, why } = found?.[channel] ?? {}
    if (deliveredAt !== undefined) statuses[channel] = { toldAt: deliveredAt }
    else if (failedAt !== undefined) statuses[channel] = { failedAt, why: why ?? '' }
    else if (markers.length > 0 && wanted.includes(channel)) {
      const owedSince = new Date(found?.at ?? sinceOf(markers)).toISOString()
      const waits = isHeld ? 'It goes after a release.' : (why ?? null)
      statuses[channel] = { owedSince, tries, mostTries: MOST_TRIES, why: waits }
    }
  }
  const isPending = markers.length > 0
  return { ...statuses, receipt: await receiptStatus(ref, found?.receipt, { isPending, isHeld }) }
}

type Circumstances = { isPending: boolean; isHeld: boolean }

/** When a record's sender got a receipt, or why not, in words for the studio. */
async function receiptStatus(
  ref: RecordRef,
  { deliveredAt, failedAt, tries, why }: Partial<Delivery> = {},
  { isPending, isHeld }: Circumstances,
): Promise<ReceiptStatus> {
  if (deliveredAt !== undefined) return { sentAt: deliveredAt }
  if (failedAt !== undefined) {
    const end = tries === MOST_TRIES ? 'No receipt after tries for three days.' : 'No receipt.'
    return { why: `${end} ${why}` }
  }
  const settings = notifySettings()
  if (!settings.wanted.includes('mail')) return { why: 'No receipt: mail is not set.' }
  if (!(await wantedFor(ref, settings)).includes('receipt')) {
    return { why: 'No receipt: this form sends none.' }
  }
  if (isHeld) return { why: 'No receipt yet: it goes after a release.' }
  if (!isPending) return { why: 'No receipt.' }
  return { why: ['Receipt not sent yet.', ...(why === undefined ? [] : [why])].join(' ') }
}
