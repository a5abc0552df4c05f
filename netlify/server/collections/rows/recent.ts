import pMap from 'p-map'
import type { Form } from '#forms/form.ts'
import type { Submission } from '#forms/submission.ts'
import { deployContext } from '#server/storage/budget.ts'
import * as kv from '#server/storage/kv.ts'
import type { Collection } from '../collection.ts'
import { recordKey, rowsKey } from '../keys.ts'
import { gapIn } from './gap.ts'
import { Lines } from './lines.ts'
import { newestId, readManifest } from './manifest.ts'
import { pack, unpack } from './packed.ts'
import { keep, rowAt } from './row-at.ts'

/**
 * The records of the open part in one file, so that a new instance need not read each of them. It
 * has no say in which records there are: that the keys do. Lost or damaged, it is missed by nobody.
 */
const fileKey = (name: string) => rowsKey(name, 'recent')

const READS_AT_ONCE = 32
/** Collections whose file this instance has read, or found missing. */
const known = new Set<string>()

/** Forgets which files were read, as a new instance does. */
export const forgetRecent = () => known.clear()

/** Takes the file's records into memory, once in an instance's life. */
export async function readRecent<F extends Form>({ name }: Collection<F>): Promise<void> {
  const place = `${deployContext()}/${name}`
  if (known.has(place)) return
  known.add(place)
  // Where it can't be read, the records can.
  const rows = await rowsIn<F>(name).catch(() => [])
  for (const row of rows) {
    const { signals } = row.submission as Submission
    keep(recordKey(name, row.id, signals !== undefined), row)
  }
}

const rowsIn = async <F extends Form>(name: string) => {
  const file = await kv.getFile(fileKey(name))
  const lines = file && (await unpack<F>(file))
  return lines?.all() ?? []
}

/** Writes the file anew where others are recent by now, or somebody was removed. */
export async function keepRecent<F extends Form>(collection: Collection<F>): Promise<void> {
  const { name, form } = collection
  const to = (await readManifest(name))?.tiles[0]?.from
  if (to === undefined) return
  const { keys } = await gapIn(collection, { from: newestId(), to })
  const rows = (
    await pMap(keys, (key) => rowAt(collection, key), { concurrency: READS_AT_ONCE })
  ).filter((row) => row !== null)
  const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id).join()
  if (idsOf(rows) === idsOf(await rowsIn<F>(name))) return
  await (rows.length > 0
    ? kv.putFile(fileKey(name), await pack(Lines.of(form, rows)))
    : kv.remove(fileKey(name)))
}
