import pMap from 'p-map'
import { collectionNamed } from '#server/collections/collection.ts'
import { failedKey, notifyKey, refKey, toldKey, type RecordRef } from '#server/collections/keys.ts'
import { readGone } from '#server/collections/current.ts'
import { shareOf, withNotes } from '#server/collections/many.ts'
import * as kv from '#server/storage/kv.ts'
import { sendsReceipts } from '../mail/receipt-mail.ts'
import { ABSENT_MS, findNotice, isStillListed, type Notice } from '../notice.ts'
import type { NotifySettings } from '../settings.ts'
import {
  afterTry,
  deliveriesIn,
  isOver,
  leased,
  UNTRIED,
  type Deliveries,
  type Outcome,
  type Sending,
} from './tries.ts'

/**
 * The notifications of a record, without any of its answers.
 *
 *     notify/<name>/<id>               what each channel did; nothing before its first try
 *     pending/<name>/<id>.<ms>.<hex>   an empty marker: something is left to do, since then
 *     failed/<name>/<id>               an empty marker: a channel was given up
 *
 * A delete may land late, so each pending marker has a name of its own. A process removes it only if
 * it listed the marker first, and read afterwards that nothing is left to do.
 */

export type Pending = { ref: RecordRef; markers: readonly string[]; now: Deliveries }

export const removeAll = (keys: readonly string[]) => Promise.all(keys.map(kv.remove))

/** Deliveries of a record, in today's or the earlier layout; null before the first try. */
export async function readDeliveries({ name, id }: RecordRef): Promise<Deliveries | null> {
  const found = (await kv.get(notifyKey(name, id))) ?? (await kv.get(toldKey(name, id)))
  return found && deliveriesIn(found.value, { at: 0 })
}

/** So few are read without a listing. */
const FEW = 100
const MOST_READ = 2_000

/**
 * The stored notes of these records by `refKey`; undefined for one without. Of many, a listing tells
 * which have some, and a share of these is read: one that is missing in the result waits for another
 * run. If the listing lies, the record is told twice at worst: a try leases by what is stored.
 */
export async function readNotes(refs: readonly RecordRef[]): Promise<ReadonlyMap<string, unknown>> {
  const noted = refs.length > FEW ? await withNotes(refs) : refs
  const notes = new Map<string, unknown>(refs.map((ref) => [refKey(ref), undefined]))
  for (const ref of noted) notes.delete(refKey(ref))
  const read = async (ref: RecordRef) => {
    const found = await kv.get(notifyKey(ref.name, ref.id))
    notes.set(refKey(ref), found?.value)
  }
  await pMap(shareOf(noted, MOST_READ), read, { concurrency: 64 })
  return notes
}

/** What a pending record says; null if it is held or gone. The markers of a gone one are removed. */
export async function findPending({ ref, markers, now }: Pending): Promise<Notice | null> {
  const notice = await findNotice(ref)
  if (typeof notice !== 'string') return notice
  const isLate = Date.now() - now.at > ABSENT_MS
  // A store that loses keys may have lost the record: then it lacks the marker too.
  const neverComes = isLate && (await kv.get(markers[0] ?? ''))
  if (notice === 'gone' || neverComes) await removeAll(markers)
  return null
}

/** Changes a record's deliveries; `to` gets `before` if nothing is stored yet. */
export const changeDeliveries = (
  { name, id }: RecordRef,
  before: Deliveries,
  to: (now: Deliveries) => Deliveries | null,
): Promise<Deliveries | null> =>
  kv.change(notifyKey(name, id), (value) => to(deliveriesIn(value, before)))

/** Leases one try; null if none is due, or another process makes it. */
export const lease = (ref: RecordRef, before: Deliveries, sending: Sending) =>
  changeDeliveries(ref, before, (found) => leased(found, sending))

/**
 * True if the record was removed; then its notes are erased again. A removal writes its own key and
 * then erases them. Call this after a note is written, and last before a record is told.
 */
export async function eraseIfRemoved({ name, id }: RecordRef): Promise<boolean> {
  if (!(await readGone(name, id))) return false
  await kv.remove(notifyKey(name, id))
  return true
}

/**
 * Notes the try that `mine` has the lease for; null if another process has taken it over. Without
 * the lease's own note the record was removed meanwhile, or the store has forgotten it.
 */
export async function noteTry(
  ref: RecordRef,
  sending: Sending,
  mine: Deliveries,
  outcome: Outcome,
): Promise<Deliveries | null> {
  let before: unknown
  const done = await kv.change(notifyKey(ref.name, ref.id), (value) => {
    before = value
    return afterTry(deliveriesIn(value, mine), sending, mine, outcome)
  })
  if (before === undefined) await eraseIfRemoved(ref)
  return done
}

/** Ends a lease as if it had not been. */
export async function giveBack(ref: RecordRef, sending: Sending, mine: Deliveries): Promise<void> {
  await changeDeliveries(ref, mine, (now) => {
    const { leaseAt, ...before } = now[sending] ?? UNTRIED
    return leaseAt === mine[sending]?.leaseAt ? { ...now, [sending]: before } : null
  })
  await eraseIfRemoved(ref)
}

/**
 * Whether it is listed still, read under the lease `mine`. If not, or if that fails, it gives the
 * lease back, and `forget` gives back what else the try has taken.
 */
export async function mayTell(
  ref: RecordRef,
  notice: Notice,
  sending: Sending,
  mine: Deliveries,
  forget = async () => {},
): Promise<boolean> {
  let isListed = false
  try {
    isListed = await isStillListed(ref, notice)
  } finally {
    if (!isListed) await giveBack(ref, sending, mine).finally(forget)
  }
  return isListed
}

/** All that is sent for a record: through the studio's channels, and the receipt if its form has one. */
export async function wantedFor(
  { name }: RecordRef,
  { wanted }: NotifySettings,
): Promise<readonly Sending[]> {
  const form = collectionNamed(name)?.form
  const isWanted = wanted.includes('mail') && form && (await sendsReceipts(form))
  return isWanted ? [...wanted, 'receipt'] : wanted
}

/** Removes the markers once nothing is left to send; first it lists what a channel gave up as failed. */
export async function endIfOver(
  { ref, markers, now }: Pending,
  settings: NotifySettings,
): Promise<void> {
  const wanted = await wantedFor(ref, settings)
  if (!wanted.every((one) => isOver(now[one]))) return
  if (settings.wanted.some((one) => now[one]?.failedAt)) {
    await kv.put(failedKey(ref.name, ref.id), null)
    if (await eraseIfRemoved(ref)) await kv.remove(failedKey(ref.name, ref.id))
  }
  await removeAll(markers)
}
