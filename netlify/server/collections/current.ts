import { MINUTE_MS } from '#server/storage/clock.ts'
import { StorageDown } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'
import { remembered } from '#server/storage/remembered.ts'
import { isId } from '#server/storage/record-id.ts'
import { foundOrAbsent } from '#server/storage/sentinel.ts'
import type { Collection, StoredRecord } from './collection.ts'
import { goneKey, recordKey, stateKey } from './keys.ts'
import { UNTOUCHED, type FoundState, type Row, type State } from './row.ts'

/** A record as its keys say it now: `rec/`, `state/` and `gone/`. A row may be older. */

/** Damaged states that this instance has named in the log. */
const named = remembered<{ isNamed: true }>({ max: 1_000 })

/** A damaged state counts as untouched, and the next change overwrites it. */
export async function readState(name: string, id: string): Promise<FoundState> {
  const key = stateKey(name, id)
  const found = await kv.get(key)
  if (!found) return { state: UNTOUCHED, etag: '' }
  const { etag } = found
  const state = (found.value ?? {}) as Partial<State>
  const isWhole = Number.isInteger(state.version) && Number.isInteger(state.revision)
  if (isWhole) return { state: state as State, etag }
  if (!named.has(`${key}/${etag}`)) {
    console.error(`${key} is damaged. The record counts as untouched until it is restored.`)
    named.set(`${key}/${etag}`, { isNamed: true })
  }
  return { state: UNTOUCHED, etag }
}

/** True for a damaged state. A whole one has a change, or the mark that is set before the first. */
export const isDamagedState = ({ state, etag }: FoundState): boolean =>
  etag !== '' && state.revision === 0 && !state.isGivenUp

/** Compare-and-set: false if the state has changed since `found` was read. */
export async function writeState(name: string, id: string, state: State, { etag }: FoundState) {
  const key = stateKey(name, id)
  return etag ? kv.replace(key, state, etag) : (await kv.create(key, state)) === 'created'
}

/**
 * The key that proves a removal; null if there is none. Throws StorageDown if what the store answers
 * is no value of ours, such as a page: that must not pass for a removal.
 */
export async function readGone(name: string, id: string): Promise<kv.Found | null> {
  const found = await kv.get(goneKey(name, id))
  if (found && found.value === undefined) throw new StorageDown('A removal can’t be read.')
  return found
}

/** What was sent, what the studio did with it, and whether it was removed. */
export type Current = FoundState & { record: StoredRecord | null; isRemoved: boolean }

const GONE = { record: null, isRemoved: true, state: UNTOUCHED, etag: '' }
/** Removals that this instance has seen. Only a restore reverts one, which shows after a while. */
const removed = remembered<Current>({ max: 50_000, ttl: 10 * MINUTE_MS })

export const readCurrent = ({ name }: Collection, id: string): Promise<Current> =>
  foundOrAbsent(
    recordKey(name, id),
    () => readKeys(name, id),
    ({ record, isRemoved, isDamaged }) => !record && !isRemoved && !isDamaged,
  )

async function readKeys(name: string, id: string): Promise<Current & { isDamaged?: boolean }> {
  const key = goneKey(name, id)
  const known = removed.get(key)
  if (known) return known
  const [plain, marked, removal, state] = await Promise.all([
    readRecord(recordKey(name, id)),
    readRecord(recordKey(name, id, true)),
    readGone(name, id),
    readState(name, id),
  ])
  if (removal) {
    removed.set(key, GONE)
    return GONE
  }
  const isRemoved = state.state.removal !== undefined
  const isDamaged = plain === undefined || marked === undefined
  return { record: plain ?? marked ?? null, isRemoved, ...state, ...(isDamaged && { isDamaged }) }
}

/** Like `readCurrent`, for what a person reads: a state that the store has forgotten is an outage. */
export const readCurrentProven = (collection: Collection, id: string): Promise<Current> =>
  foundOrAbsent(
    stateKey(collection.name, id),
    () => readCurrent(collection, id),
    ({ record, etag }) => record !== null && etag === '',
  )

/** Damaged records that this instance has met. A restore mends one, which shows after a while. */
const damaged = remembered<{ isDamaged: true }>({ max: 1_000, ttl: MINUTE_MS })

export const isKnownDamaged = (key: string): boolean => damaged.has(key)

/** Null if there is none, undefined if it is damaged. */
export async function readRecord(key: string): Promise<StoredRecord | null | undefined> {
  const found = await kv.get(key)
  if (!found) return null
  // Only `add` writes under these keys.
  const record = (found.value ?? {}) as Partial<StoredRecord>
  if (typeof record.submission?.id === 'string') return record as StoredRecord
  console.error(`${key} is damaged. Nothing shows it until it is restored.`)
  damaged.set(key, { isDamaged: true })
  return undefined
}

export function rowOf({ record, isRemoved, state, etag }: Current): Row | null {
  if (!record || isRemoved) return null
  return { id: record.submission.id, etag, state, submission: record.submission }
}

/** The record's row if it matches. One wrong answer of the store is no refusal: it is read again. */
export async function readMatching(
  collection: Collection,
  id: string,
  matches: (row: Row) => boolean,
): Promise<Row | null> {
  const row = await read(collection, id)
  if (!row || matches(row)) return row
  const again = await readProven(collection, id)
  return again && matches(again) ? again : null
}

/** Like `read`; throws StorageDown if the store has forgotten what the studio did with the record. */
export const readProven = async (collection: Collection, id: string): Promise<Row | null> =>
  isId(id) ? rowOf(await readCurrentProven(collection, id)) : null

/** The record's row; null if there is none. The id may be any text. */
export const read = async (collection: Collection, id: string): Promise<Row | null> =>
  isId(id) ? rowOf(await readCurrent(collection, id)) : null
