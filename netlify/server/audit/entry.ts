import { hash } from 'node:crypto'
import { isObject } from '#server/http/request.ts'
import { sharedNow, DAY_MS } from '#server/storage/clock.ts'
import { createdAtOf, isId } from '#server/storage/record-id.ts'

/**
 * The log of what the studio's people did: log/<id> holds one act and never changes. The acts of one
 * person are a chain: each entry has the hash of the one before. Their newest entry is in
 * log-head/<person> too, and that write is the commit. A restored chain keeps its name, and its
 * newest entry is in log-head/<chain>: the first act after a restore begins another one.
 */

const ACTS = [
  'signed in',
  'new device',
  'refused ten times',
  'invited',
  'removed',
  'key added',
  'key removed',
  'confirmed a command',
  'exported',
  'backed up',
  'restored',
  'erased',
  'released',
  'held',
  'deleted',
  'answered',
  'answer taken back',
  'note',
] as const
export type Act = (typeof ACTS)[number]

/** Who acts. The name stays readable after the person has left. */
export type Actor = { id: string; name: string }

/** The actor of a sign-in with the environment's password. */
export const EMERGENCY: Actor = { id: 'emergency', name: 'emergency password' }

/** The actor of a command on the machine that has the store. */
export const MACHINE: Actor = { id: 'machine', name: 'command on this machine' }

const likeActors = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true })

/** Whether a person's name reads as an actor who is none; case, spaces and marks don't count. */
export const isReserved = (name: string): boolean =>
  [EMERGENCY, MACHINE].some((actor) => likeActors.compare(actor.name, name) === 0)

/** What an act was about: names of ours, never a name or a word of a sender. */
export type Subject = { collection?: string | undefined; id?: string | undefined }

export type Link = { key: string; hash: string }
export type Entry = {
  /** ISO 8601. */
  at: string
  who: Actor
  act: Act
  about: Subject
  /** A random name. */
  chain: string
  before: Link | null
}

export const LOG = 'log/'
/** Housekeeping removes entries after this many days. */
export const LOG_DAYS = 400
export const isExpired = (key: string): boolean =>
  sharedNow() - createdAtOf(key.slice(LOG.length)) > LOG_DAYS * DAY_MS
export const HEADS = 'log-head/'

/** The newest entry of a chain. It is written under its own key a moment later. */
export type Head = { key: string; entry: Entry }

/** Undefined for a head that is damaged, or was emptied since its entry has expired. */
export function headIn(value: unknown): Head | undefined {
  const { key, entry } = (value ?? {}) as Partial<Head>
  return key !== undefined && entry ? { key, entry } : undefined
}

/** The hash of an entry and its place. */
export const hashOf = (key: string, { at, who, act, about, chain, before }: Entry): string =>
  hash(
    'sha256',
    JSON.stringify([
      ...[key, at, who.id, who.name, act, about.collection ?? null, about.id ?? null, chain],
      before && [before.key, before.hash],
    ]),
  )

/** The entry under a key; null if it is damaged. */
export function entryIn(key: string, value: unknown): Entry | null {
  const { at, who, act, about, chain, before } = isObject(value) ? value : {}
  const isWhole =
    isId(key.slice(LOG.length)) &&
    isObject(who) &&
    isObject(about) &&
    [at, who['id'], who['name'], chain].every((one) => typeof one === 'string') &&
    ACTS.some((one) => one === act) &&
    (before === null || (isObject(before) && typeof before['key'] === 'string'))
  return isWhole ? (value as Entry) : null
}
