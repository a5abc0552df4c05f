import type { Form } from '#forms/form.ts'
import { collectionNamed } from '#server/collections/collection.ts'
import { goneKey } from '#server/collections/keys.ts'
import * as kv from '#server/storage/kv.ts'
import { bornAt, referenceOf } from '#server/storage/record-id.ts'
import { readHealth, type Health } from './health.ts'
import { readOfAnyTime } from './outbox/earlier.ts'
import { markersOf, readMarker, refAt, refKey, type RecordRef } from './outbox/notification.ts'
import { MOST_TRIES } from './outbox/retries.ts'
import { CHANNELS, notifySettings, type Channel } from './settings.ts'

/** How one channel stands; `wrong` says in sentences what to set, and never a value. */
export type ChannelStanding = Health & {
  channel: Channel
  isSet: boolean
  wrong: readonly string[]
}

/** A record that a channel was given up for, and why. */
export type FailedTelling = {
  collection: string
  projectSlug?: string
  id: string
  reference: string
  createdAt: string
  why: Partial<Record<Channel, string>>
}

/** How notifications fare. */
export type NotificationsOverview = {
  channels: ChannelStanding[]
  /** Records that the studio was not told of yet through every channel. */
  owed: number
  failed: { total: number; items: FailedTelling[] }
}

/** The newest failed ones are named. */
const MOST_FAILED = 50

export async function notificationsOverview(): Promise<NotificationsOverview> {
  const { wanted, wrong } = notifySettings()
  const [channels, pending, failed] = await Promise.all([
    Promise.all(
      CHANNELS.map(async (channel) => ({
        channel,
        isSet: wanted.includes(channel),
        wrong: wrong[channel],
        ...(await readHealth(channel)),
      })),
    ),
    kv.list('pending/'),
    kv.list('failed/'),
  ])
  const newest = failed.map(refAt).sort((one, other) => (one.id < other.id ? -1 : 1))
  const looked = newest.slice(0, MOST_FAILED)
  const items = (await Promise.all(looked.map(failedTelling))).filter((one) => one !== null)
  return {
    channels,
    owed: new Set(pending.map((key) => refKey(refAt(key)))).size,
    failed: { total: failed.length - looked.length + items.length, items },
  }
}

/** Null for a record that was removed, or was told of all the same. */
async function failedTelling(ref: RecordRef): Promise<FailedTelling | null> {
  const collection = collectionNamed(ref.name)
  if (!collection || (await kv.get(goneKey(ref.name, ref.id)))) return null
  const now = await readOfAnyTime(ref)
  const given = CHANNELS.filter((one) => now?.[one]?.failedAt)
  if (now && given.length === 0) return null
  return {
    ...addressOf(collection.form, ref),
    id: ref.id,
    reference: referenceOf(ref.id),
    createdAt: new Date(bornAt(ref.id)).toISOString(),
    why: Object.fromEntries(given.map((one) => [one, now?.[one]?.why ?? ''])),
  }
}

const addressOf = ({ collection, splitBy }: Form, { name }: RecordRef) => ({
  collection,
  ...(splitBy && { projectSlug: name.slice(collection.length + 1) }),
})

/** What a channel did for one record. */
export type Telling =
  | { toldAt: string }
  | { owedSince: string; tries: number; mostTries: number; why: string | null }
  | { failedAt: string; why: string }

/** Whether the studio was told of a record, and when, by channel; nothing of what is not set. */
export async function tellingsOf(ref: RecordRef): Promise<Partial<Record<Channel, Telling>>> {
  const [found, markers] = await Promise.all([readOfAnyTime(ref), kv.list(markersOf(ref))])
  const { wanted } = notifySettings()
  const since = found?.at ?? Math.max(...markers.map((one) => readMarker(one).at))
  const tellings: Partial<Record<Channel, Telling>> = {}
  for (const channel of CHANNELS) {
    const { tries = 0, deliveredAt, failedAt, why } = found?.[channel] ?? {}
    if (deliveredAt !== undefined) tellings[channel] = { toldAt: deliveredAt }
    else if (failedAt !== undefined) tellings[channel] = { failedAt, why: why ?? '' }
    else if (markers.length > 0 && wanted.includes(channel)) {
      const owedSince = new Date(since).toISOString()
      tellings[channel] = { owedSince, tries, mostTries: MOST_TRIES, why: why ?? null }
    }
  }
  return tellings
}
