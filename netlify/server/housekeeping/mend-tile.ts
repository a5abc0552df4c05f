import pMap from 'p-map'
import type { Form } from '#forms/form.ts'
import * as kv from '#server/storage/kv.ts'
import type { Collection } from '#server/collections/collection.ts'
import { rowsKey } from '#server/collections/keys.ts'
import { erase } from '#server/collections/records.ts'
import type { Span } from '#server/collections/spans.ts'
import { checkTile, type Faults } from './check-tile.ts'
import { hint } from '#server/collections/rows/hints.ts'
import { chunkNames, readManifest, uncover, type Tile } from '#server/collections/rows/manifest.ts'
import { LostChunk } from '#server/collections/rows/tile-segment.ts'

const CHANGES_AT_ONCE = 16
/** A chunk that no manifest names by then was made in vain. */
const UNNAMED_AFTER_MS = 60 * 60 * 1_000

/**
 * Checks a tile and mends what it finds: leftovers are erased, and wrong rows are hinted at, so that
 * readers look at their records and the next fold makes them anew.
 */
export async function mendTile<F extends Form>(
  collection: Collection<F>,
  span: Span,
  tile: Tile,
): Promise<Faults> {
  const { name } = collection
  try {
    const faults = await checkTile(collection, span, tile)
    const { wrong, leftovers, orphans } = faults
    await atOnce(leftovers, (id) => erase(collection, id))
    await atOnce(orphans, kv.remove)
    await atOnce(wrong, (id) => hint(name, id, 'record'))
    return faults
  } catch (error) {
    if (!(error instanceof LostChunk)) throw error
    await uncover(name, error.message)
    return { wrong: [], leftovers: [], orphans: [] }
  }
}

const atOnce = (all: readonly string[], act: (one: string) => Promise<unknown>) =>
  pMap(all, act, { concurrency: CHANGES_AT_ONCE })

/** Removes chunks that no manifest names and that nobody is about to name; how many they were. */
export async function sweepChunks({ name }: Collection): Promise<number> {
  // In this order: what is named by the time of the listing is named in what is read after it.
  const keys = await kv.list(rowsKey(name, ''))
  const tiles = (await readManifest(name))?.tiles
  if (!tiles) return 0
  const named = new Set(chunkNames(tiles).map((one) => rowsKey(name, one)))
  const isOld = (key: string) =>
    Date.now() - Number(key.slice(rowsKey(name, '').length).split('-')[0]) > UNNAMED_AFTER_MS
  const unnamed = keys.filter((key) => !named.has(key) && isOld(key))
  await atOnce(unnamed, kv.remove)
  return unnamed.length
}
