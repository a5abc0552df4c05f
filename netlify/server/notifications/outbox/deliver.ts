import pMap from 'p-map'
import { notifyKey } from '#server/collections/keys.ts'
import { logFailure } from '#server/http/log.ts'
import * as kv from '#server/storage/kv.ts'
import { note, type Noted } from '#server/storage/sliding-window.ts'
import { tell } from '../channels.ts'
import { findNotice } from '../notice.ts'
import { notifySettings, type Channel, type NotifySettings } from '../settings.ts'
import { afterTry, changeDeliveries, deliveriesIn, endIfOver, isOpen } from './notification.ts'
import { HOUR_MS, leased, refAt, refKey, removeAll, sinceOf } from './notification.ts'
import type { Pending, RecordRef } from './notification.ts'
import { coveredBy, deliverSummary, MAILS_AN_HOUR, standingSummary } from './summary.ts'

const atOnce = { concurrency: 64 }
const AT_ONCE: Record<Channel, number> = { mail: 4, webhook: 16 }
/** Places beside the hour's mails, for those who are the first of their network. */
const SPARE_MAILS_AN_HOUR = 5
/** A record that is absent for this long will not come. */
const ABSENT_MS = 72 * HOUR_MS

/** What the housekeeping does: it tries whatever is pending and due, each channel by itself. */
export async function deliverPending(isTime: () => boolean): Promise<void> {
  const settings = notifySettings()
  const { wanted } = settings
  if (wanted.length === 0) return
  const pending = await readPending()
  if (pending.length === 0) return
  const tryAll = (channel: Channel, some: readonly Pending[]) =>
    pMap(
      some,
      (one) => (isTime() ? deliver(one, channel, settings).catch(logFailure) : undefined),
      { concurrency: AT_ONCE[channel] },
    )
  async function mail() {
    const summary = await standingSummary(pending)
    const covered = coveredBy(summary)
    const others = pending.filter(({ ref }) => !covered.has(refKey(ref)))
    await Promise.all([
      summary && deliverSummary(summary, pending, settings, isTime).catch(logFailure),
      tryAll('mail', others),
    ])
  }
  await Promise.all([
    wanted.includes('mail') && mail().catch(logFailure),
    wanted.includes('webhook') && tryAll('webhook', pending),
    // A process may have died between its last note and its end.
    pMap(pending, (one) => endIfOver(one, wanted).catch(logFailure), atOnce),
  ])
}

async function readPending(): Promise<Pending[]> {
  const byRecord = Map.groupBy(await kv.list('pending/'), (key) => refKey(refAt(key)))
  const read = async (markers: string[]) => {
    const ref = refAt(markers[0] ?? '')
    const found = await kv.get(notifyKey(ref.name, ref.id))
    return { ref, markers, now: deliveriesIn(found?.value, { at: sinceOf(markers) }) }
  }
  const pending = await pMap(byRecord.values(), read, atOnce)
  return pending.sort((one, other) => one.now.at - other.now.at)
}

export async function deliver(
  { ref, markers, now }: Pending,
  channel: Channel,
  settings: NotifySettings,
  isFirstOfNetwork = false,
): Promise<void> {
  if (!isOpen(now, now[channel])) return
  const needsPlace = channel === 'mail' && settings.mail
  const place = needsPlace ? await placeFor(ref, isFirstOfNetwork) : undefined
  if (place && !place.hasRoom) return
  const notice = await findNotice(ref)
  if (typeof notice === 'string') {
    await place?.forget()
    if (notice === 'gone' || Date.now() - now.at > ABSENT_MS) await removeAll(markers)
    return
  }
  const mine = await changeDeliveries(ref, now, (found) => leased(found, channel))
  // Asked behind the lease: who makes a summary looks at leases behind it.
  if (!mine || (channel === 'mail' && coveredBy(await standingSummary()).has(refKey(ref)))) return
  const outcome = await tell(channel, notice, settings)
  const done = await changeDeliveries(ref, mine, (it) => afterTry(it, channel, mine, outcome))
  if (done) await endIfOver({ ref, markers, now: done }, settings.wanted)
}

let lastPlace: Promise<unknown> = Promise.resolve()

/** One after the other: in the same millisecond, each would count all others before it. */
function placeFor(ref: RecordRef, isFirstOfNetwork: boolean): Promise<Noted> {
  const place = lastPlace.catch(() => null).then(() => findPlace(ref, isFirstOfNetwork))
  lastPlace = place
  return place
}

/** A place among the hour's mails; a retry within the hour keeps the place that it had. */
async function findPlace(ref: RecordRef, isFirstOfNetwork: boolean): Promise<Noted> {
  const place = await note('mails', refKey(ref), { spanMs: HOUR_MS, most: MAILS_AN_HOUR })
  if (place.hasRoom || !isFirstOfNetwork) return place
  return note('mails-spare', refKey(ref), { spanMs: HOUR_MS, most: SPARE_MAILS_AN_HOUR })
}
