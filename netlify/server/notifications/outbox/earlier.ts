import { toldKey } from '#server/collections/keys.ts'
import * as kv from '#server/storage/kv.ts'
import { CHANNELS, type Channel } from '../settings.ts'
import { changeDeliveries, newMarker, readDeliveries, refAt, removeAll } from './notification.ts'
import type { Deliveries, Delivery, RecordRef } from './notification.ts'
import { HOUR_MS } from './retries.ts'

/**
 * Reads the outbox as it was kept until November 2026: `owed/`, `gathered/` and `mails` are taken over
 * once, `told/` is read where there is no `notify/`. This file and `toldKey` can go once no such key
 * is left in any store; without `told/`, old records no longer say when the studio was told of them.
 */

type Progress = { tries?: number; why?: string; toldAt?: string; failedAt?: string }
type Earlier = { at?: number } & Partial<Record<Channel, Progress>>

const deliveryOf = ({ tries = 0, toldAt, failedAt, why }: Progress): Delivery => ({
  tries,
  ...(toldAt !== undefined && { deliveredAt: toldAt }),
  ...(failedAt !== undefined && { failedAt }),
  ...(why !== undefined && { why }),
})

function deliveriesOf({ at = 0, ...channels }: Earlier): Deliveries {
  const now: Deliveries = { at }
  for (const one of CHANNELS) if (channels[one]) now[one] = deliveryOf(channels[one])
  return now
}

/** How far the studio was told of a record, by its key of today or of then; null before the first try. */
export async function readOfAnyTime(ref: RecordRef): Promise<Deliveries | null> {
  const now = await readDeliveries(ref)
  if (now) return now
  const found = await kv.get(toldKey(ref.name, ref.id))
  return found && deliveriesOf(found.value ?? {})
}

/** When this instance found nothing to take over. */
let emptyAt = -Infinity

/** Takes over what was owed: tries go on from where they are. */
export async function takeOverEarlier(): Promise<void> {
  if (Math.abs(Date.now() - emptyAt) < HOUR_MS) return
  const owed = await kv.list('owed/')
  for (const key of owed) {
    const ref = refAt(key)
    const before = await readOfAnyTime(ref)
    const now = { ...before, ...deliveriesOf((await kv.get(key))?.value ?? {}) }
    await changeDeliveries(ref, 0, ({ at }) => (at === 0 ? now : null))
    await kv.create(newMarker(ref, []), null)
    await kv.remove(key)
  }
  // Mails that were gathered, and who had a place: what they stood for is pending now.
  if (owed.length > 0) await removeAll([...(await kv.list('gathered/')), 'mails'])
  emptyAt = Date.now()
}
