import { randomBytes } from 'node:crypto'
import { failedKey, notifyKey } from '#server/collections/keys.ts'
import { change } from '#server/storage/change.ts'
import * as kv from '#server/storage/kv.ts'
import type { Outcome } from '../outcome.ts'
import { CHANNELS, type Channel } from '../settings.ts'
import { isDue, MOST_TRIES } from './retries.ts'

/**
 * How far the studio was told of a record, without a word of its answers.
 *
 *     notify/<name>/<id>                               what each channel did; nothing before its first try
 *     pending/<name>/<id>.<ms>.<channels>.<hex>        a marker: something is left to do, since then
 *     failed/<name>/<id>                               a marker: a channel was given up
 *
 * A delete may land late, so each pending marker has a name of its own. It goes only when somebody
 * listed it first and then read that there is nothing left to do. Its <channels> ("mw") are those
 * that its maker tries at this moment.
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

/** A notification with something left to do, as a run found it. */
export type Pending = {
  ref: RecordRef
  /** Since when; its newest marker says it. */
  at: number
  markers: string[]
  /** The channels that the maker of a marker still tries. */
  leased: Channel[]
  now: Deliveries
}

/** Who has tried for longer than this has died: no try takes half as long. */
const LEASE_MS = 2 * 60_000

/** Whether such a lease still holds. A clock that went back makes nobody wait for it. */
export const isLeased = (at: number | undefined): boolean =>
  at !== undefined && Math.abs(Date.now() - at) < LEASE_MS

/** Whether a channel has nothing more to do. */
export const isOver = ({ deliveredAt, failedAt }: Partial<Delivery> = {}): boolean =>
  deliveredAt !== undefined || failedAt !== undefined

export const refKey = ({ name, id }: RecordRef) => `${name}/${id}`

/** The record of a key of any of the three kinds. */
export function refAt(key: string): RecordRef {
  const [, name = '', last = ''] = key.split('/')
  return { name, id: last.split('.')[0] ?? '' }
}

/** The key of a new marker. */
export const newMarker = (ref: RecordRef, leased: readonly Channel[]): string =>
  `${markersOf(ref)}${Date.now()}.${leased.map((one) => one[0]).join('') || '-'}.${randomBytes(6).toString('hex')}`

/** What all pending markers of a record begin with. */
export const markersOf = (ref: RecordRef) => `pending/${refKey(ref)}.`

/** Since when a marker stands, and which channels its maker still tries. */
export function readMarker(key: string): { at: number; leased: Channel[] } {
  const [, ms, letters = ''] = key.slice(key.lastIndexOf('/')).split('.')
  const at = Number(ms) || 0
  return {
    at,
    leased: isLeased(at) ? CHANNELS.filter((one) => letters.includes(one.charAt(0))) : [],
  }
}

/** Whether a channel has something left to do that nobody tries at this moment. */
export const isFree = ({ now, leased }: Pending, channel: Channel): boolean =>
  !isOver(now[channel]) && !leased.includes(channel) && !isLeased(now[channel]?.leaseAt)

export const removeAll = (keys: readonly string[]) => Promise.all(keys.map(kv.remove))

/** How far it has come; null before the first try. */
export async function readDeliveries({ name, id }: RecordRef): Promise<Deliveries | null> {
  const found = await kv.get(notifyKey(name, id))
  return found && deliveriesIn(found.value, 0)
}

/** Changes it by compare-and-set; `to` is asked of what is new where nothing stands there. */
export const changeDeliveries = (
  { name, id }: RecordRef,
  at: number,
  to: (now: Deliveries) => Deliveries | null,
): Promise<Deliveries | null> => change(notifyKey(name, id), (value) => to(deliveriesIn(value, at)))

/** A damaged one begins anew. */
export function deliveriesIn(value: unknown, otherwise: number): Deliveries {
  const { at, mail, webhook } = (value ?? {}) as Partial<Deliveries>
  return { at: Number(at) || otherwise, ...(mail && { mail }), ...(webhook && { webhook }) }
}

/** The delivery with a lease for one try; null where none is due, or somebody else has one. */
export const leased = (one: Delivery = { tries: 0 }, at: number): Delivery | null =>
  isDue(at, one.tries) && !isOver(one) && !isLeased(one.leaseAt)
    ? { ...one, leaseAt: Date.now() }
    : null

/** The delivery after a try; null where somebody else took it over, who counts his own. */
export function afterTry(
  one: Delivery = { tries: 0 },
  outcome: Outcome,
  leaseAt: number | undefined,
): Delivery | null {
  if (one.deliveredAt !== undefined) return one
  const moment = new Date(Date.now()).toISOString()
  const tries = one.tries + 1
  if (outcome.ok) return { tries, deliveredAt: moment }
  if (one.leaseAt !== leaseAt) return null
  return { tries, why: outcome.why, ...(tries >= MOST_TRIES && { failedAt: moment }) }
}

/** Where no wanted channel has anything left to do, these markers go; what was given up is listed first. */
export async function endIfOver(
  ref: RecordRef,
  markers: readonly string[],
  now: Deliveries,
  wanted: readonly Channel[],
): Promise<void> {
  if (!wanted.every((one) => isOver(now[one]))) return
  if (wanted.some((one) => now[one]?.failedAt)) await kv.put(failedKey(ref.name, ref.id), null)
  await removeAll(markers)
}
