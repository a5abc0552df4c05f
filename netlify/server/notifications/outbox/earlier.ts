import type { Channel } from '#api/admin-contract.ts'
import { notifyKey, toldKey, newMarker, refAt, type RecordRef } from '#server/collections/keys.ts'
import * as kv from '#server/storage/kv.ts'
import {
  changeDeliveries,
  deliveriesIn,
  removeAll,
  type Deliveries,
  type Delivery,
} from './notification.ts'

/** The outbox's layout until November 2026: `owed/`, `gathered/`, `mails` and `told/`. */

type Earlier = Partial<Delivery> & { toldAt?: string }

function deliveriesOf(value: unknown): Deliveries {
  type Stored = { at?: number } & Partial<Record<Channel, Earlier>>
  const { at = 0, mail, webhook } = (value ?? {}) as Stored
  const of = ({ tries = 0, toldAt, failedAt, why }: Earlier): Delivery => ({
    tries,
    ...(toldAt && { deliveredAt: toldAt }),
    ...(failedAt && { failedAt }),
    ...(why && { why }),
  })
  return { at, ...(mail && { mail: of(mail) }), ...(webhook && { webhook: of(webhook) }) }
}

/** Deliveries of a record in today's or the earlier layout; null before the first try. */
export async function readDeliveries({ name, id }: RecordRef): Promise<Deliveries | null> {
  const found = await kv.get(notifyKey(name, id))
  if (found) return deliveriesIn(found.value, { at: 0 })
  const earlier = await kv.get(toldKey(name, id))
  return earlier && deliveriesOf(earlier.value)
}

/** Takes over pending records; their tries continue. */
export async function takeOverEarlier(): Promise<void> {
  const owed = await kv.list('owed/')
  for (const key of owed) {
    const ref = refAt(key)
    const now = { ...(await readDeliveries(ref)), ...deliveriesOf((await kv.get(key))?.value) }
    await changeDeliveries(ref, { at: 0 }, ({ at }) => (at === 0 ? now : null))
    await kv.create(newMarker(ref), null)
    await kv.remove(key)
  }
  // All that was gathered or had a slot is pending now.
  if (owed.length > 0) await removeAll([...(await kv.list('gathered/')), 'mails'])
}
