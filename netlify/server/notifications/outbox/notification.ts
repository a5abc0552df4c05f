import { randomBytes } from 'node:crypto'
import { failedKey, notifyKey } from '#server/collections/keys.ts'
import { change } from '#server/storage/change.ts'
import * as kv from '#server/storage/kv.ts'
import type { Outcome } from '../outcome.ts'
import type { Channel } from '../settings.ts'
import { isDue, MOST_TRIES } from './retries.ts'

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

/** What one channel did so far. */
export type Delivery = {
  tries: number
  deliveredAt?: string
  failedAt?: string
  /** Why the last try failed, in words. */
  why?: string
  /** Since when somebody is trying it. */
  leaseAt?: number
}

/** What all channels did, of what is to be told since `at`. */
export type Deliveries = { at: number } & Partial<Record<Channel, Delivery>>

/** A notification with something left to do, as it was read. */
export type Pending = { ref: RecordRef; markers: readonly string[]; now: Deliveries }

/** No try takes half as long: whose lease is older has died. */
const LEASE_MS = 2 * 60_000
const UNTRIED: Delivery = { tries: 0 }

/** A clock that went back makes nobody wait for a lease. */
export const isLeased = (at: number | undefined): boolean =>
  at !== undefined && Math.abs(Date.now() - at) < LEASE_MS

/** Whether a channel has nothing more to do. */
export const isOver = ({ deliveredAt, failedAt } = UNTRIED): boolean =>
  deliveredAt !== undefined || failedAt !== undefined

/** Whether a channel is to be tried now, and nobody does. */
export const isOpen = ({ at }: Deliveries, one = UNTRIED): boolean =>
  isDue(at, one.tries) && !isOver(one) && !isLeased(one.leaseAt)

export const refKey = ({ name, id }: RecordRef) => `${name}/${id}`

/** The record of a key of any of the three kinds. */
export function refAt(key: string): RecordRef {
  const [, name = '', last = ''] = key.split('/')
  return { name, id: last.split('.')[0] ?? '' }
}

export const newMarker = (ref: RecordRef): string =>
  `${markersOf(ref)}${Date.now()}.${randomBytes(6).toString('hex')}`

/** What all pending markers of a record begin with. */
export const markersOf = (ref: RecordRef) => `pending/${refKey(ref)}.`

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
export function leased<T extends Deliveries>(now: T, channel: Channel): T | null {
  const one = now[channel] ?? UNTRIED
  return isOpen(now, one) ? { ...now, [channel]: { ...one, leaseAt: Date.now() } } : null
}

/** The same after the try that `mine` had the lease for; null if somebody else took it over since. */
export function afterTry<T extends Deliveries>(
  now: T,
  channel: Channel,
  mine: Deliveries,
  outcome: Outcome,
): T | null {
  const one = now[channel] ?? UNTRIED
  if (one.leaseAt !== mine[channel]?.leaseAt) return null
  const moment = new Date(Date.now()).toISOString()
  const tries = one.tries + 1
  const failed = tries >= MOST_TRIES && { failedAt: moment }
  const end = outcome.ok ? { deliveredAt: moment } : { why: outcome.why, ...failed }
  return { ...now, [channel]: { tries, ...end } }
}

/** Removes the markers once no wanted channel has anything left to do; before that it lists what was given up. */
export async function endIfOver(
  { ref, markers, now }: Pending,
  wanted: readonly Channel[],
): Promise<void> {
  if (!wanted.every((one) => isOver(now[one]))) return
  if (wanted.some((one) => now[one]?.failedAt)) await kv.put(failedKey(ref.name, ref.id), null)
  await removeAll(markers)
}
