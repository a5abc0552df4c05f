import pMap from 'p-map'
import { StorageDown } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'
import type { Collection, StoredRecord } from './collection.ts'
import { goneKey, idOf, recordKey } from './keys.ts'
import { MINUTE_MS } from '#server/storage/durations.ts'
import { remembered } from '#server/storage/remembered.ts'
import { type Row, readState, UNTOUCHED, type FoundState } from './row.ts'

/** A record, its state and its removal, read by their keys; nothing derived. */
export type Current = FoundState & { record: StoredRecord | null; isRemoved: boolean }

const GONE = { record: null, isRemoved: true, state: UNTOUCHED, etag: '' }
/** Removals that this instance has seen. Only a restore reverts one, which shows after a while. */
const removed = remembered<Current>({ max: 50_000, ttl: 10 * MINUTE_MS })

export async function readCurrent({ name }: Collection, id: string): Promise<Current> {
  const key = goneKey(name, id)
  const known = removed.get(key)
  if (known) return known
  const [plain, marked, removal, state] = await Promise.all([
    readRecord(recordKey(name, id)),
    readRecord(recordKey(name, id, true)),
    kv.get(key),
    readState(name, id),
  ])
  if (removal) {
    removed.set(key, GONE)
    return GONE
  }
  const isRemoved = state.state.removal !== undefined
  return { record: plain ?? marked ?? null, isRemoved, ...state }
}

/** Null if there is none, undefined if it is damaged. */
export async function readRecord(key: string): Promise<StoredRecord | null | undefined> {
  const found = await kv.get(key)
  if (!found) return null
  // Only `add` writes under these keys.
  const record = (found.value ?? {}) as Partial<StoredRecord>
  if (typeof record.submission?.id === 'string') return record as StoredRecord
  console.error(`${key} is damaged. Nothing shows it until it is restored.`)
  return undefined
}

export function rowOf({ record, isRemoved, state, etag }: Current): Row | null {
  if (!record || isRemoved) return null
  return { id: record.submission.id, etag, state, submission: record.submission }
}

const READS_AT_ONCE = 32

/** Reads in parallel while `isRoom`; the others are `left`. */
export async function readSome<Key, Found>(
  keys: readonly Key[],
  isRoom: (key: Key) => boolean,
  read: (key: Key) => Promise<Found>,
) {
  const { some = [], left = [] } = Object.groupBy(keys, (key) => (isRoom(key) ? 'some' : 'left'))
  const pair = async (key: Key) => [key, await read(key)] as const
  return { found: await pMap(some, pair, { concurrency: READS_AT_ONCE }), left }
}

/** Rows by record and state: a record never changes, and a state's etag says when that does. */
const rows = remembered<Row>({ max: 20_000 })

export const isKept = (key: string, etag = ''): boolean => rows.has(`${key}/${etag}`)

export function keep(key: string, row: Row, etag = ''): void {
  rows.set(`${key}/${etag}`, row)
}

/**
 * The row of the record that is listed under this key, and whose state has this etag. Null if it was
 * removed since, or is damaged; throws StorageDown if the store has forgotten it.
 */
export async function rowAt({ name }: Collection, key: string, etag = ''): Promise<Row | null> {
  const kept = rows.get(`${key}/${etag}`)
  if (kept) return kept
  const id = idOf(key)
  const [record, found] = await Promise.all([
    rows.get(`${key}/`) ?? readRecord(key),
    etag ? readState(name, id) : { state: UNTOUCHED, etag: '' },
  ])
  const isLost = record === null || (etag !== '' && found.etag === '')
  if (isLost && !(await kv.get(goneKey(name, id)))) {
    throw new StorageDown('A key that is listed is not found.')
  }
  if (!record) return null
  const { submission } = record
  keep(key, { id, state: UNTOUCHED, etag: '', submission })
  if (found.state.removal) return null
  const row = { id, ...found, submission }
  keep(key, row, found.etag)
  return row
}
