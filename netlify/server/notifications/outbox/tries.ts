import { randomBytes } from 'node:crypto'
import { refKey, type RecordRef } from '#server/collections/keys.ts'
import { HOUR_MS, MINUTE_MS } from '#server/storage/clock.ts'

/**
 * How tries are planned: a record that has to be told has markers; a try is due at its time, one run
 * leases it, and its outcome is noted.
 */

export const markersOf = (ref: RecordRef) => `pending/${refKey(ref)}.`

export const newMarker = (ref: RecordRef): string =>
  `${markersOf(ref)}${Date.now()}.${randomBytes(6).toString('hex')}`

/** The time of the newest marker: the record is pending since then. */
export const sinceOf = (markers: readonly string[]): number =>
  Math.max(...markers.map((key) => Number(key.slice(key.lastIndexOf('/')).split('.')[1]) || 0))

/** The studio's channels, and the receipt to the sender. */
const SENDINGS = ['mail', 'webhook', 'receipt'] as const
export type Sending = (typeof SENDINGS)[number]

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

type Earlier = { toldAt?: string }

/** A damaged value starts again. Until November 2026 `deliveredAt` was `toldAt`. */
export function deliveriesIn(value: unknown, otherwise: Deliveries): Deliveries {
  if (!value) return otherwise
  const { at, ...all } = value as Partial<Deliveries>
  const known: Partial<Deliveries> = {}
  for (const one of SENDINGS) {
    const { toldAt, ...delivery } = (all[one] ?? UNTRIED) as Delivery & Earlier
    if (all[one]) known[one] = { ...UNTRIED, ...delivery, ...(toldAt && { deliveredAt: toldAt }) }
  }
  return { at: Number(at) || otherwise.at, ...known }
}

/**
 * Adds a lease for one try; null if none is due, or another process has one. A receipt goes once at
 * most, so no lease of it is replaced, whatever the clocks of two processes say.
 */
export function leased<T extends Deliveries>(now: T, channel: Sending): T | null {
  const one = { ...UNTRIED, ...now[channel] }
  const hasLease = channel === 'receipt' && one.leaseAt !== undefined
  return hasLease || !isOpen(now, one)
    ? null
    : { ...now, [channel]: { ...one, leaseAt: Date.now() } }
}

/**
 * Notes the try that `mine` had the lease for; null if another process has taken it over since. A
 * store that has no lease has lost it.
 */
export function afterTry<T extends Deliveries>(
  now: T,
  channel: Sending,
  mine: Deliveries,
  outcome: Outcome,
): T | null {
  const { tries: before, leaseAt } = now[channel] ?? UNTRIED
  const own = mine[channel]
  const isLost = leaseAt === undefined && !isOver(now[channel]) && before === own?.tries
  if (!isLost && leaseAt !== own?.leaseAt) return null
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
