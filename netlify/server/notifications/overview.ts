import type { Form } from '#forms/form.ts'
import * as kv from '#server/storage/kv.ts'
import { bornAt, referenceOf } from '#server/storage/record-id.ts'
import { collectionOfDebt } from './outbox/deliver.ts'
import { readHealth, type Health } from './health.ts'
import { debtAt, readOwed, type Debt } from './outbox/owed.ts'
import { CHANNELS, notifySettings, type Channel } from './settings.ts'
import { readTold } from './outbox/told.ts'

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
  const [channels, owed, failed] = await Promise.all([
    Promise.all(
      CHANNELS.map(async (channel) => ({
        channel,
        isSet: wanted.includes(channel),
        wrong: wrong[channel],
        ...(await readHealth(channel)),
      })),
    ),
    kv.list('owed/'),
    kv.list('failed/'),
  ])
  const newest = failed.map(debtAt).sort((one, other) => (one.id < other.id ? -1 : 1))
  const items = await Promise.all(newest.slice(0, MOST_FAILED).map(failedTelling))
  return {
    channels,
    owed: owed.length,
    failed: { total: failed.length, items: items.filter((one) => one !== null) },
  }
}

async function failedTelling(debt: Debt): Promise<FailedTelling | null> {
  const collection = collectionOfDebt(debt)
  if (!collection) return null
  const told = await readTold(debt)
  const why: FailedTelling['why'] = {}
  for (const channel of CHANNELS) {
    const fate = told[channel]
    if (fate && 'why' in fate) why[channel] = fate.why
  }
  return {
    ...addressOf(collection.form, debt),
    id: debt.id,
    reference: referenceOf(debt.id),
    createdAt: new Date(bornAt(debt.id)).toISOString(),
    why,
  }
}

const addressOf = ({ collection, splitBy }: Form, { name }: Debt) => ({
  collection,
  ...(splitBy && { projectSlug: name.slice(collection.length + 1) }),
})

/** What a channel did for one record. */
export type Telling =
  | { toldAt: string }
  | { owedSince: string; tries: number; why: string | null }
  | { failedAt: string; why: string }

/** Whether the studio was told of a record, and when, by channel; nothing of what is not set. */
export async function tellingsOf(debt: Debt): Promise<Partial<Record<Channel, Telling>>> {
  const [owed, told] = await Promise.all([readOwed(debt), readTold(debt)])
  const tellings: Partial<Record<Channel, Telling>> = {}
  for (const channel of CHANNELS) {
    const fate = told[channel]
    if (fate) tellings[channel] = fate
    const progress = owed?.[channel]
    if (!owed || !notifySettings().wanted.includes(channel)) continue
    const { tries = 0, toldAt, why = null } = progress ?? {}
    if (toldAt !== undefined) tellings[channel] = { toldAt }
    else if (!fate || !('toldAt' in fate)) {
      tellings[channel] = { owedSince: new Date(owed.at).toISOString(), tries, why }
    }
  }
  return tellings
}
