import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import pMap from 'p-map'
import { MINUTE_MS } from '#server/storage/clock.ts'
import { StorageDown } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'
import { remembered } from '#server/storage/remembered.ts'
import { foundOrAbsent } from '#server/storage/sentinel.ts'
import type { Collection, StoredRecord } from './collection.ts'
import { goneKey, idOf, recordKey, rowsKey, stateKey } from './keys.ts'
import { readGone, readState, UNTOUCHED, type FoundState, type Row } from './row.ts'
import { openFrom, readManifest } from './rows/manifest.ts'
import { listSpan } from './spans.ts'

/**
 * What the keys of a record say, and not its row: what was sent, what the studio did with it, and
 * whether it was removed.
 */
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
export const readToShow = (collection: Collection, id: string): Promise<Current> =>
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

export const isRemembered = (key: string, etag = ''): boolean => rows.has(`${key}/${etag}`)

export function remember(key: string, row: Row, etag = ''): void {
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
  if (isLost && !(await readGone(name, id))) {
    throw new StorageDown('A key that is listed is not found.')
  }
  if (!record) return null
  const { submission } = record
  remember(key, { id, state: UNTOUCHED, etag: '', submission })
  if (found.state.removal) return null
  const row = { id, ...found, submission }
  remember(key, row, found.etag)
  return row
}

/** The open part's rows in one file, for a new instance. The keys decide which of them are true. */
const recentKey = (name: string) => rowsKey(name, 'recent')

const [compress, expand] = [promisify(gzip), promisify(gunzip)]
const loaded = remembered<object>({ max: 1_000 })

export async function loadRecent({ name }: Collection): Promise<void> {
  if (loaded.has(name)) return
  loaded.set(name, {})
  // Without the file, each record is read by its key.
  rememberAll(name, await readFile(name).catch(() => []))
}

function rememberAll(name: string, recent: readonly Row[]): void {
  for (const row of recent) {
    const key = recordKey(name, row.id, row.submission.signals !== undefined)
    remember(key, { ...row, state: UNTOUCHED, etag: '' })
    remember(key, row, row.etag)
  }
}

/** No rows if the file is damaged. */
async function readFile(name: string): Promise<readonly Row[]> {
  const file = await kv.getFile(recentKey(name))
  const text = file && (await expand(file).catch(() => null))
  // Only rows are written.
  return text ? (JSON.parse(text.toString()) as Row[]) : []
}

/** Writes the file again if a recent record came, went or changed. */
export async function writeRecentFile(collection: Collection): Promise<void> {
  const { name } = collection
  const to = (await readManifest(name))?.tiles[0]?.from
  if (to === undefined) return
  const before = await readFile(name)
  rememberAll(name, before)
  const { keys, states } = await listSpan(collection, { from: openFrom(), to })
  const readOne = (key: string) => rowAt(collection, key, states.get(idOf(key)))
  const read = await pMap(keys, readOne, { concurrency: READS_AT_ONCE })
  const recent = read.filter((row) => row !== null)
  const versionsOf = (some: readonly Row[]) => some.map(({ id, etag }) => id + etag).join()
  if (versionsOf(recent) === versionsOf(before)) return
  if (recent.length === 0) return kv.remove(recentKey(name))
  await kv.putFile(recentKey(name), new Uint8Array(await compress(JSON.stringify(recent))).buffer)
}
