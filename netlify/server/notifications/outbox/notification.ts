import type { Channel } from '#api/admin-contract.ts'
import { collectionNamed } from '#server/collections/collection.ts'
import { failedKey, notifyKey, type RecordRef } from '#server/collections/keys.ts'
import { readGone } from '#server/collections/row.ts'
import { sendsReceipts } from '#server/content/receipt.ts'
import { HOUR_MS, MINUTE_MS } from '#server/storage/durations.ts'
import * as kv from '#server/storage/kv.ts'
import type { NotifySettings } from '../settings.ts'

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

/** The studio's channels, and the receipt to the sender. */
export type Sending = Channel | 'receipt'

/** The state of one sending: why its last try failed, and the lease of the current try. */
export type Delivery = {
  tries: number
  deliveredAt?: string
  failedAt?: string
  why?: string
  leaseAt?: number
}

/** The state of all sendings; `at` is when the record was queued. */
export type Deliveries = { at: number } & Partial<Record<Sending, Delivery>>

/**
 * The result of a try. Its words hold no secret and no personal data. `isForNow`: some of several
 * addresses were refused for a while. `isRecipients`: all were refused. `isFinal`: another try of a
 * receipt makes no sense, or might send it twice.
 */
export type Outcome =
  | { ok: true; note?: string; isForNow?: true }
  | { ok: false; why: string; isRecipients?: true; isFinal?: true }

export type Pending = { ref: RecordRef; markers: readonly string[]; now: Deliveries }

/** Times of the tries after the submission: at once, soon, then every ten hours for three days. */
const TRIES_AT_MS: readonly number[] = [
  ...[0, 5, 30, 120, 300].map((minutes) => minutes * MINUTE_MS),
  ...[10, 20, 30, 40, 50, 60, 70].map((hours) => hours * HOUR_MS),
]
export const MOST_TRIES = TRIES_AT_MS.length
/** A greylist lets a sender in within the two hours that these take. */
const MOST_PARTIAL_TRIES = 4

/** When the next try is due. Tries are counted, so a wrong clock skips none. */
export const dueAt = (at: number, tries = 0): number => at + (TRIES_AT_MS[tries] ?? 0)

/** More than twice the time of any try: a process with an older lease has crashed. */
const LEASE_MS = 2 * MINUTE_MS
export const UNTRIED: Delivery = { tries: 0 }

/** Compares both ways, so that nobody waits for a lease after a clock was set back. */
export const isLeased = ({ leaseAt }: { leaseAt?: number } = {}): boolean =>
  leaseAt !== undefined && Math.abs(Date.now() - leaseAt) < LEASE_MS

export const isOver = ({ deliveredAt, failedAt } = UNTRIED): boolean =>
  deliveredAt !== undefined || failedAt !== undefined

/** Whether a try is due and no process makes it. */
export const isOpen = ({ at }: Deliveries, one = UNTRIED): boolean =>
  Date.now() >= dueAt(at, one.tries) && !isOver(one) && !isLeased(one)

export const removeAll = (keys: readonly string[]) => Promise.all(keys.map(kv.remove))

/** A damaged value starts again. */
export function deliveriesIn(value: unknown, otherwise: Deliveries): Deliveries {
  if (!value) return otherwise
  const { at, mail, webhook, receipt } = value as Partial<Deliveries>
  const known = { ...(mail && { mail }), ...(webhook && { webhook }), ...(receipt && { receipt }) }
  return { at: Number(at) || otherwise.at, ...known }
}

/** Changes a record's deliveries; `to` gets `before` if nothing is stored yet. */
export const changeDeliveries = (
  { name, id }: RecordRef,
  before: Deliveries,
  to: (now: Deliveries) => Deliveries | null,
): Promise<Deliveries | null> =>
  kv.change(notifyKey(name, id), (value) => to(deliveriesIn(value, before)))

/** Adds a lease for one try; null if none is due, or another process has one. */
export const leased = <T extends Deliveries>(now: T, channel: Sending): T | null =>
  isOpen(now, now[channel])
    ? { ...now, [channel]: { ...UNTRIED, ...now[channel], leaseAt: Date.now() } }
    : null

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

/** Notes the try that `mine` had the lease for; null if another process has taken it over since. */
export function afterTry<T extends Deliveries>(
  now: T,
  channel: Sending,
  mine: Deliveries,
  outcome: Outcome,
): T | null {
  const { tries: before, leaseAt } = now[channel] ?? UNTRIED
  if (leaseAt !== mine[channel]?.leaseAt) return null
  const moment = new Date(Date.now()).toISOString()
  const tries = before + 1
  const isLast = tries >= MOST_TRIES || (!outcome.ok && outcome.isFinal === true)
  const failed = isLast && { failedAt: moment }
  // All addresses get the mail again, with the same Message-ID, until each one has taken it.
  const isLeft = outcome.ok && outcome.isForNow && tries < MOST_PARTIAL_TRIES
  const end =
    outcome.ok && !isLeft
      ? { deliveredAt: moment }
      : { why: outcome.ok ? outcome.note : outcome.why, ...failed }
  return { ...now, [channel]: { tries, ...end } }
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

/** All that is sent for a record: through the studio's channels, and the receipt if its form has one. */
export async function wantedFor(
  { name }: RecordRef,
  { wanted }: NotifySettings,
): Promise<readonly Sending[]> {
  const form = collectionNamed(name)?.form
  const isWanted = wanted.includes('mail') && form && (await sendsReceipts(form))
  return isWanted ? [...wanted, 'receipt'] : wanted
}

/** Removes the markers if all that is wanted is done; a failure to tell the studio is listed first. */
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
