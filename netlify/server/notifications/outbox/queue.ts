import pMap from 'p-map'
import { read } from '#server/collections/current.ts'
import { collectionNamed } from '#server/collections/collection.ts'
import { failedKey, refAt, type RecordRef } from '#server/collections/keys.ts'
import { logFailure } from '#server/http/log.ts'
import { afterAnswer, maySpend } from '#server/storage/request-context.ts'
import * as kv from '#server/storage/kv.ts'
import { listProven } from '#server/storage/sentinel.ts'
import { notifySettings } from '../settings.ts'
import { deliver } from './deliver.ts'
import { deliveriesIn, isLeased, isOver, newMarker, sinceOf } from './tries.ts'
import type { Deliveries, Sending } from './tries.ts'
import { changeDeliveries, readDeliveries, removeAll } from './notification.ts'
import { deliverReceipt } from './receipt.ts'

/** First tries of a kind that one instance makes at once; the next housekeeping run makes the others. */
const MOST_FIRST_TRIES = 16
let logged = ''
const firstTries: Record<Sending, number> = { mail: 0, webhook: 0, receipt: 0 }

/** Queues the notification of a new record, in parallel with adding it. */
export async function enqueue(ref: RecordRef): Promise<void> {
  const { wanted, wrong } = notifySettings()
  if (wanted.length === 0) return
  const faults = [...wrong.mail, ...wrong.webhook].join(' ')
  if (faults && faults !== logged) console.error(`Notifications are not set right. ${faults}`)
  logged = faults
  await mark(ref, null)
}

/** Queues it unless all is over: for a retry that finds the record stored, or completes it. */
export async function enqueueUnlessDone(ref: RecordRef): Promise<void> {
  const { wanted } = notifySettings()
  if (wanted.length === 0) return
  const now = await readDeliveries(ref)
  if (!now || wanted.some((one) => !isOver(now[one]))) await mark(ref, now)
}

/**
 * Queues a released or failed record again; false if all wanted channels are done. The failed marker
 * goes last, so that after a crash the record is still listed as failed or pending.
 */
export async function enqueueAnew(ref: RecordRef): Promise<boolean> {
  const { wanted } = notifySettings()
  if (wanted.length === 0) return false
  const before = await readDeliveries(ref)
  const now = await changeDeliveries(ref, before ?? { at: 0 }, (found) => {
    const left = wanted.filter((one) => !found[one]?.deliveredAt && !isLeased(found[one]))
    const again = Object.fromEntries(left.map((one) => [one, { tries: 0 }]))
    return left.length > 0 ? { ...found, at: Date.now(), ...again } : null
  })
  if (!now) return false
  await mark(ref, now)
  await kv.remove(failedKey(ref.name, ref.id))
  return true
}

const AT_ONCE = 16
/** Storage requests that one failed record takes. */
const REQUESTS = 10

/** Queues failed records again; `left` are for the next call. */
export async function sendAllAgain(): Promise<{ sent: number; left: number }> {
  const failed = await listProven('failed/')
  const now = failed.map(refAt).filter(() => maySpend(REQUESTS))
  const are = await pMap(now, sendAgain, { concurrency: AT_ONCE })
  return { sent: are.filter(Boolean).length, left: failed.length - now.length }
}

/** Queues one record again; false if all channels are done, null if there is no record. */
export async function sendAgain(ref: RecordRef): Promise<boolean | null> {
  const collection = collectionNamed(ref.name)
  const isThere = collection && (await read(collection, ref.id)) !== null
  if (isThere && (await enqueueAnew(ref))) return true
  await kv.remove(failedKey(ref.name, ref.id))
  return isThere ? false : null
}

async function mark(ref: RecordRef, before: Deliveries | null): Promise<void> {
  const marker = newMarker(ref)
  const settings = notifySettings()
  const pending = { ref, markers: [marker], now: before ?? { at: sinceOf([marker]) } }
  const tryFirst = async (what: Sending) => {
    if (firstTries[what] >= MOST_FIRST_TRIES) return
    firstTries[what]++
    await (
      what === 'receipt' ? deliverReceipt(pending, settings) : deliver(pending, what, settings)
    ).catch(logFailure)
    firstTries[what]--
  }
  // Noted before the marker is written, so the first try comes even if that write fails. Without the
  // record nothing is sent.
  afterAnswer(marker, async () => {
    await Promise.all(settings.wanted.map(tryFirst))
    await tryFirst('receipt')
  })
  await kv.create(marker, null)
}

/** Takes over what the outbox had pending until November 2026; its tries continue. */
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
