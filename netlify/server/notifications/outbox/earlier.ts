import { newMarker, refAt } from '#server/collections/keys.ts'
import * as kv from '#server/storage/kv.ts'
import { deliveriesIn } from './delivery.ts'
import { changeDeliveries, readDeliveries, removeAll } from './notification.ts'

/** The outbox's layout until November 2026: `owed/`, `gathered/`, `mails` and `told/`. */

/** Takes over pending records; their tries continue. */
export async function takeOverEarlier(): Promise<void> {
  const owed = await kv.list('owed/')
  for (const key of owed) {
    const ref = refAt(key)
    const owing = deliveriesIn((await kv.get(key))?.value, { at: 0 })
    const now = { ...(await readDeliveries(ref)), ...owing }
    await changeDeliveries(ref, { at: 0 }, ({ at }) => (at === 0 ? now : null))
    await kv.create(newMarker(ref), null)
    await kv.remove(key)
  }
  // All that was gathered or had a slot is pending now.
  if (owed.length > 0) await removeAll([...(await kv.list('gathered/')), 'mails'])
}
