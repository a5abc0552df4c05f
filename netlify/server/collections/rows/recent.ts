import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import pMap from 'p-map'
import { StorageDown } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'
import { remembered } from '#server/storage/remembered.ts'
import type { Collection } from '../collection.ts'
import { readGone, readRecord, readState } from '../current.ts'
import { UNTOUCHED, type Row } from '../row.ts'
import { idOf, recordKey, rowsKey } from '../keys.ts'
import { listSpan } from '../spans.ts'
import { openFrom, readManifest } from './manifest.ts'

/**
 * Rows that are read by the keys of their records, since no chunk has them yet. An instance remembers
 * them, and one file has those of the open part for the next instance.
 */

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
  rememberAll(name, await readRecent(name).catch(() => []))
}

function rememberAll(name: string, recent: readonly Row[]): void {
  for (const row of recent) {
    const key = recordKey(name, row.id, row.submission.signals !== undefined)
    remember(key, { ...row, state: UNTOUCHED, etag: '' })
    remember(key, row, row.etag)
  }
}

/** No rows if the file is damaged. */
async function readRecent(name: string): Promise<readonly Row[]> {
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
  const before = await readRecent(name)
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
