import type { Collection } from '#server/collections/collection.ts'
import {
  fileKey,
  goneKey,
  hintKey,
  idOf,
  recordKey,
  rowsKey,
  stateKey,
} from '#server/collections/keys.ts'
import { checkTile, partsOf } from '#server/housekeeping/check.ts'
import { fold } from '#server/collections/folding/fold.ts'
import { chunkNames, readManifest } from '#server/collections/rows/manifest.ts'
import { keepRecent } from '#server/collections/rows/recent.ts'
import { mend, sweepChunks } from '#server/housekeeping/mend.ts'
import * as kv from '#server/storage/kv.ts'
import { clock, HOUR } from './actor.ts'
import { Wrong } from './judge.ts'

const NO_END_MS = 1_000_000

/** Checks all tiles, as housekeeping does in a day. */
export async function checkAll(collection: Collection): Promise<void> {
  for (const part of await partsOf(collection)) {
    await mend(collection, await checkTile(collection, part))
  }
}

/** All that housekeeping does to one collection in a run. */
export async function houseOf(collection: Collection): Promise<void> {
  await fold(collection, NO_END_MS)
  await keepRecent(collection)
  await sweepChunks(collection)
  await checkAll(collection)
  await fold(collection, NO_END_MS)
}

/** What housekeeping does in some days, with nobody else about. */
export async function keepHouse(collection: Collection): Promise<void> {
  for (let day = 0; day < 2; day++) {
    clock.time += 25 * HOUR
    await houseOf(collection)
  }
  clock.time += 2 * HOUR
  await houseOf(collection)
}

/** What is left in the store when nothing happens any more, and should not be. */
export async function judgeLeftovers(
  collection: Collection,
  promisedFiles: ReadonlySet<string>,
): Promise<void> {
  const { name } = collection
  const idsUnder = async (keyOf: typeof goneKey) => (await kv.list(keyOf(name, ''))).map(idOf)
  const [records, files, states, removals, hints, rows] = await Promise.all([
    idsUnder(recordKey),
    idsUnder(fileKey),
    idsUnder(stateKey),
    idsUnder(goneKey),
    kv.list(hintKey(name, '')),
    kv.list(rowsKey(name, '')),
  ])
  const tiles = (await readManifest(name))?.tiles ?? []
  const named = [rowsKey(name, 'manifest'), ...chunkNames(tiles).map((one) => rowsKey(name, one))]
  const alive = new Set(records)
  const faults = {
    'left of removed ones': [...records, ...files, ...states].filter((id) => removals.includes(id)),
    'files without a record': files.filter((id) => !alive.has(id)),
    'records without their file': records.filter(
      (id) => promisedFiles.has(id) && !files.includes(id),
    ),
    // Those of ids that no chunk covers stay.
    hints: hints.filter((key) => key !== hintKey(name, '-') && idOf(key) >= (tiles[0]?.from ?? '')),
    'unnamed chunks': rows.filter((key) => !named.includes(key)),
    'named chunks that are not there': named.filter((key) => !rows.includes(key)),
  }
  for (const [what, keys] of Object.entries(faults)) {
    if (keys.length > 0) throw new Wrong(`${what}: ${keys.join()}`)
  }
  for (const part of await partsOf(collection)) {
    const { wrong } = await checkTile(collection, part)
    if (wrong.length > 0) throw new Wrong(`rows are wrong: ${wrong.join()}`)
  }
}
