import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import * as kv from '#server/storage/kv.ts'
import { remembered } from '#server/storage/remembered.ts'
import type { Collection } from './collection.ts'
import { keep, readSome, rowAt } from './current.ts'
import { recordKey, rowsKey } from './keys.ts'
import type { Row } from './row.ts'
import { openFrom, readManifest } from './rows/manifest.ts'
import { listSpan } from './spans.ts'

/** The open part's records in one file, for a new instance. The keys decide which records exist. */
const recentKey = (name: string) => rowsKey(name, 'recent')

const [compress, expand] = [promisify(gzip), promisify(gunzip)]
const known = remembered<object>({ max: 1_000 })

export async function loadRecent({ name }: Collection): Promise<void> {
  if (known.has(name)) return
  known.set(name, {})
  // Without the file, each record is read by its key.
  for (const row of await readFile(name).catch(() => [])) {
    keep(recordKey(name, row.id, row.submission.signals !== undefined), row)
  }
}

/** No rows if the file is damaged. */
async function readFile(name: string): Promise<readonly Row[]> {
  const file = await kv.getFile(recentKey(name))
  const text = file && (await expand(file).catch(() => null))
  // Only rows are written.
  return text ? (JSON.parse(text.toString()) as Row[]) : []
}

/** Writes the file again if other records are recent by now, or one was removed. */
export async function keepRecent(collection: Collection): Promise<void> {
  const { name } = collection
  const to = (await readManifest(name))?.tiles[0]?.from
  if (to === undefined) return
  const { keys } = await listSpan(collection, { from: openFrom(), to })
  const all = () => true
  const { found } = await readSome(keys, all, (key) => rowAt(collection, key))
  const rows = found.flatMap(([, row]) => row ?? [])
  const idsOf = (some: readonly Row[]) => some.map(({ id }) => id).join()
  if (idsOf(rows) === idsOf(await readFile(name))) return
  if (rows.length === 0) return kv.remove(recentKey(name))
  await kv.putFile(recentKey(name), new Uint8Array(await compress(JSON.stringify(rows))).buffer)
}
