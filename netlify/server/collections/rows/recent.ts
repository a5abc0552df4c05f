import pMap from 'p-map'
import * as kv from '#server/storage/kv.ts'
import type { Collection } from '../collection.ts'
import { recordKey, rowsKey } from '../keys.ts'
import { remembered } from '#server/storage/remembered.ts'
import { gapIn } from '../spans.ts'
import { Lines, pack, unpack } from './chunk.ts'
import { newestId, readManifest } from './manifest.ts'
import { keep, rowAt } from '../current.ts'
import type { Row } from '../row.ts'

/** The open part's records in one file, for a new instance. The keys decide which records exist. */
const fileKey = (name: string) => rowsKey(name, 'recent')

const READS_AT_ONCE = 32
const known = remembered<object>({ max: 1_000 })

export async function readRecent({ name }: Collection): Promise<void> {
  if (known.has(name)) return
  known.set(name, {})
  // Where the file can't be read, the records can.
  for (const row of await rowsIn(name).catch(() => [])) {
    keep(recordKey(name, row.id, row.submission.signals !== undefined), row)
  }
}

async function rowsIn(name: string): Promise<readonly Row[]> {
  const file = await kv.getFile(fileKey(name))
  return (file && (await unpack(file)))?.all() ?? []
}

/** Writes the file anew where others are recent by now, or somebody was removed. */
export async function keepRecent(collection: Collection): Promise<void> {
  const { name, form } = collection
  const to = (await readManifest(name))?.tiles[0]?.from
  if (to === undefined) return
  const { keys } = await gapIn(collection, { from: newestId(), to })
  const read = (key: string) => rowAt(collection, key)
  const found = await pMap(keys, read, { concurrency: READS_AT_ONCE })
  const rows = found.filter((row) => row !== null)
  const idsOf = (some: readonly Row[]) => some.map(({ id }) => id).join()
  if (idsOf(rows) === idsOf(await rowsIn(name))) return
  if (rows.length === 0) return kv.remove(fileKey(name))
  await kv.putFile(fileKey(name), await pack(Lines.of(form, rows)))
}
