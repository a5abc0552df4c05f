import pMap from 'p-map'
import { notifyKey } from '#server/collections/keys.ts'
import { logFailure } from '#server/http/log.ts'
import * as kv from '#server/storage/kv.ts'
import { note, type Noted } from '#server/storage/sliding-window.ts'
import { tell } from '../channels.ts'
import { findNotice, type Notice } from '../notice.ts'
import { notifySettings, type Channel, type NotifySettings } from '../settings.ts'
import { takeOverEarlier } from './earlier.ts'
import { afterTry, changeDeliveries, deliveriesIn, endIfOver, isFree } from './notification.ts'
import { leased, readMarker, refAt, refKey, removeAll } from './notification.ts'
import type { Deliveries, Delivery, Pending, RecordRef } from './notification.ts'
import { HOUR_MS, isDue } from './retries.ts'
import { coveredBy, deliverSummary, makeSummary, MAILS_AN_HOUR } from './summary.ts'

const READS_AT_ONCE = 64
const AT_ONCE: Record<Channel, number> = { mail: 4, webhook: 16 }
/** Places beside the hour's mails, for those who are the first of their network. */
const SPARE_MAILS_AN_HOUR = 5
/** What is not there for so long never comes. */
const ABSENT_MS = 72 * HOUR_MS

type First = {
  ref: RecordRef
  marker: string
  settings: NotifySettings
  isFirstOfNetwork: boolean
}

/** The first tries, after the answer: each channel by itself, and `onEnd` of each. */
export async function tryFirst(
  { ref, marker, settings, isFirstOfNetwork }: First,
  channels: readonly Channel[],
  onEnd: (channel: Channel) => void,
): Promise<void> {
  const { at } = readMarker(marker)
  const found = findNotice(ref)
  await Promise.all(
    channels.map((channel) =>
      attempt(async () => {
        const notice = await found
        if (notice === 'gone') return kv.remove(marker)
        if (notice === 'absent') return
        if (channel === 'mail' && settings.mail) {
          if (!(await placeFor(ref, isFirstOfNetwork))) return
          if ((await coveredBy()).has(refKey(ref))) return
        }
        await send({ ref, at, markers: [marker] }, channel, notice, settings)
      }).finally(() => onEnd(channel)),
    ),
  )
}

/** What the housekeeping does: it tries once more whatever is pending and due, each channel by itself. */
export async function deliverPending(isTime: () => boolean): Promise<void> {
  const settings = notifySettings()
  const { wanted } = settings
  if (wanted.length === 0) return
  await attempt(takeOverEarlier)
  const pending = await readPending()
  if (pending.length === 0) return
  const tryAll = (channel: Channel, isMeant: (one: Pending) => boolean = () => true) =>
    pMap(
      pending.filter((one) => isFree(one, channel) && isMeant(one)),
      (one) => isTime() && attempt(() => deliver(one, channel, settings)),
      { concurrency: AT_ONCE[channel] },
    )
  async function mail() {
    await makeSummary(pending.filter((one) => isFree(one, 'mail')))
    const covered = await coveredBy()
    await Promise.all([
      covered.size > 0 && attempt(() => deliverSummary(pending, settings, isTime)),
      tryAll('mail', ({ ref }) => !covered.has(refKey(ref))),
    ])
  }
  await Promise.all([
    wanted.includes('mail') && attempt(mail),
    wanted.includes('webhook') && tryAll('webhook'),
    // A crash came between what was noted of it last and its end.
    pMap(pending, ({ ref, markers, now }) => attempt(() => endIfOver(ref, markers, now, wanted)), {
      concurrency: READS_AT_ONCE,
    }),
  ])
}

/** All that is pending, the oldest first. */
async function readPending(): Promise<Pending[]> {
  const keys = await kv.list('pending/')
  const pending = await pMap(
    Map.groupBy(keys, (key) => refKey(refAt(key))).values(),
    async (markers): Promise<Pending> => {
      const ref = refAt(markers[0] ?? '')
      const read = markers.map(readMarker)
      const at = Math.max(...read.map((one) => one.at))
      const found = await kv.get(notifyKey(ref.name, ref.id))
      const now = deliveriesIn(found?.value, at)
      return { ref, at, markers, leased: read.flatMap((one) => one.leased), now }
    },
    { concurrency: READS_AT_ONCE },
  )
  return pending.sort((one, other) => one.now.at - other.now.at)
}

/** Tries one channel, where it is due and nobody else does. */
async function deliver(one: Pending, channel: Channel, settings: NotifySettings): Promise<void> {
  const { ref, at, markers } = one
  if (!isDue(one.now.at, one.now[channel]?.tries)) return
  const place = channel !== 'mail' || !settings.mail || (await placeFor(ref))
  if (!place) return
  const notice = await findNotice(ref)
  if (typeof notice === 'string') {
    if (place !== true) await place.forget()
    if (notice === 'gone' || Date.now() - at > ABSENT_MS) await removeAll(markers)
    return
  }
  const mine = await changeDelivery(one, channel, (now) => leased(now[channel], now.at))
  // Looked at behind the lease: somebody who made a summary meanwhile looks at leases behind it.
  if (!mine || (channel === 'mail' && (await coveredBy()).has(refKey(ref)))) return
  await send(one, channel, notice, settings, mine[channel]?.leaseAt)
}

/** A place among the hour's mails, or null. A retry within the hour keeps the place that it had. */
function placeFor(ref: RecordRef, isFirstOfNetwork = false): Promise<Noted | null> {
  const place = lastPlace.then(() => findPlace(ref, isFirstOfNetwork))
  lastPlace = place.catch(() => null)
  return place
}

/** One after the other: of many at once at the end of the window, each would count all others before it. */
let lastPlace: Promise<unknown> = Promise.resolve()

async function findPlace(ref: RecordRef, isFirstOfNetwork: boolean): Promise<Noted | null> {
  const most = MAILS_AN_HOUR
  const place = await note('mails', refKey(ref), { spanMs: HOUR_MS, most })
  if (place.hasRoom || !isFirstOfNetwork) return place.hasRoom ? place : null
  const spare = { spanMs: HOUR_MS, most: SPARE_MAILS_AN_HOUR }
  const another = await note('mails-spare', refKey(ref), spare)
  return another.hasRoom ? another : null
}

async function send(
  one: Pick<Pending, 'ref' | 'at' | 'markers'>,
  channel: Channel,
  notice: Notice,
  settings: NotifySettings,
  leaseAt?: number,
): Promise<void> {
  const outcome = await tell(channel, notice, settings)
  const now = await changeDelivery(one, channel, (found) =>
    afterTry(found[channel], outcome, leaseAt),
  )
  if (now) await endIfOver(one.ref, one.markers, now, settings.wanted)
}

const changeDelivery = (
  { ref, at }: Pick<Pending, 'ref' | 'at'>,
  channel: Channel,
  to: (now: Deliveries) => Delivery | null,
): Promise<Deliveries | null> =>
  changeDeliveries(ref, at, (now) => {
    const changed = to(now)
    return changed && { ...now, [channel]: changed }
  })

const attempt = (work: () => Promise<unknown>) => work().catch(logFailure)
