import { randomBytes } from 'node:crypto'
import { failedKey, notifyKey } from '#server/collections/keys.ts'
import { change } from '#server/storage/change.ts'
import * as kv from '#server/storage/kv.ts'
import type { Outcome } from '../outcome.ts'
import type { Channel } from '../settings.ts'

/**
 * How far the studio was told of a record, without a word of its answers.
 *
 *     notify/<name>/<id>               what each channel did; nothing before its first try
 *     pending/<name>/<id>.<ms>.<hex>   an empty marker: something is left to do, since then
 *     failed/<name>/<id>               an empty marker: a channel was given up
 *
 * A delete may land late, so each pending marker has a name of its own. Only somebody who listed it
 * first, and then read that nothing is left to do, removes it.
 */

export type RecordRef = { name: string; id: string }

/** What one channel did so far: why its last try failed, and since when somebody tries it. */
export type Delivery = {
  tries: number
  deliveredAt?: string
  failedAt?: string
  why?: string
  leaseAt?: number
}

/** What all channels did, of what is to be told since `at`. */
export type Deliveries = { at: number } & Partial<Record<Channel, Delivery>>

export type Pending = { ref: RecordRef; markers: readonly string[]; now: Deliveries }

const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

/** When the tries come after the submission: at once, soon, then every ten hours up to three days. */
const TRIES_AT_MS: readonly number[] = [
  ...[0, 5, 30, 120, 300].map((minutes) => minutes * MINUTE_MS),
  ...[10, 20, 30, 40, 50, 60, 70].map((hours) => hours * HOUR_MS),
]
export const MOST_TRIES = TRIES_AT_MS.length

/** When the next try is due. Tries are counted: a clock that jumps or stands still takes none away. */
export const dueAt = (at: number, tries = 0): number => at + (TRIES_AT_MS[tries] ?? 0)

/** No try takes half as long: a process whose lease is older has died. */
const LEASE_MS = 2 * MINUTE_MS
const UNTRIED: Delivery = { tries: 0 }

/** A clock that went back makes nobody wait for a lease. */
export const isLeased = ({ leaseAt }: { leaseAt?: number } = {}): boolean =>
  leaseAt !== undefined && Math.abs(Date.now() - leaseAt) < LEASE_MS

export const isOver = ({ deliveredAt, failedAt } = UNTRIED): boolean =>
  deliveredAt !== undefined || failedAt !== undefined

/** Whether a channel is to be tried now, and nobody does. */
export const isOpen = ({ at }: Deliveries, one = UNTRIED): boolean =>
  Date.now() >= dueAt(at, one.tries) && !isOver(one) && !isLeased(one)

export const refKey = ({ name, id }: RecordRef) => `${name}/${id}`

export function refAt(key: string): RecordRef {
  const [, name = '', last = ''] = key.split('/')
  return { name, id: last.split('.')[0] ?? '' }
}

export const markersOf = (ref: RecordRef) => `pending/${refKey(ref)}.`

export const newMarker = (ref: RecordRef): string =>
  `${markersOf(ref)}${Date.now()}.${randomBytes(6).toString('hex')}`

/** Since when something is left to do, as the newest marker says it. */
export const sinceOf = (markers: readonly string[]): number =>
  Math.max(...markers.map((key) => Number(key.slice(key.lastIndexOf('/')).split('.')[1]) || 0))

export const removeAll = (keys: readonly string[]) => Promise.all(keys.map(kv.remove))

/** A damaged one begins anew. */
export function deliveriesIn(value: unknown, otherwise: Deliveries): Deliveries {
  if (!value) return otherwise
  const { at, mail, webhook } = value as Partial<Deliveries>
  return { at: Number(at) || otherwise.at, ...(mail && { mail }), ...(webhook && { webhook }) }
}

/** Changes it by compare-and-set; `to` gets `before` if nothing is stored yet. */
export const changeDeliveries = (
  { name, id }: RecordRef,
  before: Deliveries,
  to: (now: Deliveries) => Deliveries | null,
): Promise<Deliveries | null> =>
  change(notifyKey(name, id), (value) => to(deliveriesIn(value, before)))

/** The same with a lease for one try; null if none is due, or somebody else has one. */
export const leased = <T extends Deliveries>(now: T, channel: Channel): T | null =>
  isOpen(now, now[channel])
    ? { ...now, [channel]: { ...UNTRIED, ...now[channel], leaseAt: Date.now() } }
    : null

/** The same after the try that `mine` had the lease for; null if somebody else took it over since. */
export function afterTry<T extends Deliveries>(
  now: T,
  channel: Channel,
  mine: Deliveries,
  outcome: Outcome,
): T | null {
  const { tries: before, leaseAt } = now[channel] ?? UNTRIED
  if (leaseAt !== mine[channel]?.leaseAt) return null
  const moment = new Date(Date.now()).toISOString()
  const tries = before + 1
  const failed = tries >= MOST_TRIES && { failedAt: moment }
  const end = outcome.ok ? { deliveredAt: moment } : { why: outcome.why, ...failed }
  return { ...now, [channel]: { tries, ...end } }
}

/** Removes the markers if no wanted channel has anything left to do; what was given up is listed first. */
export async function endIfOver(
  { ref, markers, now }: Pending,
  wanted: readonly Channel[],
): Promise<void> {
  if (!wanted.every((one) => isOver(now[one]))) return
  if (wanted.some((one) => now[one]?.failedAt)) await kv.put(failedKey(ref.name, ref.id), null)
  await removeAll(markers)
}
