import pMap from 'p-map'
import { timeLeft } from '#server/storage/request-context.ts'
import * as kv from '#server/storage/kv.ts'
import type { Collection } from '../collection.ts'
import { rowsKey } from '../keys.ts'
import { eraseRemoved } from '../change.ts'
import { isWithin } from '../spans.ts'
import { readCurrentProven, type Current } from '../current.ts'
import { fillTile, withOpenPart, makeTiles } from './tiles.ts'
import { allRows, LostChunk } from './chunk.ts'
import { hintedRecords, isDone, rebuild, readHints, requireStore, type Hint } from './hints.ts'
import {
  chunkNames,
  hasUncounted,
  readManifest,
  replaceManifest,
  spanOf,
  dropChunk,
  unindexedAmong,
  type Tile,
} from './manifest.ts'
import { applyChanges } from '../row.ts'

/** Most changed records that a portion reads, and most changed tiles that it writes. */
const MOST_RECORDS = 300
const MOST_TILES = 8
const REMOVALS_AT_ONCE = 16
/** Storage time that a portion needs after reading. */
const RESERVE_MS = 1_500

/** A run takes the open part in once, since new records may come all the time. */
type Run = { isTime: () => boolean; hasTakenOpen: boolean }

/**
 * Brings the rows up to date within `ms`; true once nothing is left to do. Each portion is one
 * commit. If two folds run at once, one loses its work, and no data is harmed.
 */
export async function fold(collection: Collection, ms = 3_000): Promise<boolean> {
  const end = performance.now() + Math.min(ms, timeLeft() - RESERVE_MS)
  const run = { isTime: () => performance.now() < end, hasTakenOpen: false }
  while (run.isTime()) {
    try {
      if (await foldPortion(collection, run)) return true
    } catch (error) {
      if (!(error instanceof LostChunk)) throw error
      for (const chunk of error.chunks) await dropChunk(collection.name, chunk)
    }
  }
  return false
}

async function foldPortion(collection: Collection, run: Run): Promise<boolean> {
  const { name } = collection
  // The order matters: a hint is removed only if its record was read after this manifest.
  const manifest = await readManifest(name)
  if (!manifest) {
    await rebuild(name)
    return false
  }
  const hints = await readHints(name)
  if (!hints) return false
  const { current, skipped, read } = recordsToFold(collection, hints)
  const takesOpen = !run.hasTakenOpen && !hasUncounted(manifest.tiles)
  const tiles = takesOpen ? await withOpenPart(collection, manifest.tiles, hints) : manifest.tiles
  const first = unindexedAmong(tiles)
  const next =
    first === -1
      ? new Map<number, readonly Tile[]>()
      : await fillTile(collection, tiles, first, read, run.isTime)
  let isMore = false
  for (const [index, { chunks }] of tiles.entries()) {
    const span = spanOf(tiles, index)
    const own = hints.filter(({ id }) => isWithin(span, id))
    if (!chunks || next.has(index) || own.length === 0) continue
    isMore = next.size >= MOST_TILES || !run.isTime()
    if (isMore) break
    const changes = await read(span)
    // A tile is kept while none of its changes has landed.
    if (!own.some((hint) => isDone(hint, current))) continue
    const rows = await allRows(collection, chunks)
    next.set(
      index,
      await makeTiles(collection, span, applyChanges(rows, changes), { chunks, rows }),
    )
  }
  if (next.size === 0) return !isMore && skipped.size === 0
  const made = tiles.flatMap((tile, index) => next.get(index) ?? [tile])
  if (!(await replaceManifest(name, manifest, made))) {
    const others = (await readManifest(name))?.tiles ?? []
    await removeUnnamed(name, made, [...manifest.tiles, ...others])
    return false
  }
  await removeUnnamed(name, manifest.tiles, made)
  await removeDone(collection, hints, current, made)
  run.hasTakenOpen ||= takesOpen
  return !isMore && skipped.size === 0 && unindexedAmong(made) === -1
}

export function recordsToFold(collection: Collection, hints: readonly Hint[]) {
  let room = MOST_RECORDS
  return hintedRecords(collection, hints, () => room-- > 0, readForRow)
}

/** Believes that a record is absent only if the store shows a key that always exists. */
async function readForRow(collection: Collection, id: string): Promise<Current> {
  const current = await readCurrentProven(collection, id)
  if (!current.record && !current.isRemoved) await requireStore(collection.name)
  return current
}

async function removeUnnamed(name: string, tiles: readonly Tile[], others: readonly Tile[]) {
  const named = new Set(chunkNames(others))
  const unnamed = chunkNames(tiles).filter((chunk) => !named.has(chunk))
  await removeKeys(unnamed.map((chunk) => rowsKey(name, chunk)))
}

/** Removes hints that have landed, and erases removed records. */
async function removeDone(
  collection: Collection,
  hints: readonly Hint[],
  current: ReadonlyMap<string, Current>,
  tiles: readonly Tile[],
) {
  const spans = tiles.flatMap(({ chunks }, index) => (chunks ? [spanOf(tiles, index)] : []))
  const done = hints.filter(
    (hint) => isDone(hint, current) && spans.some((span) => isWithin(span, hint.id)),
  )
  const removed = new Set(done.flatMap(({ id }) => (current.get(id)?.isRemoved ? [id] : [])))
  await pMap(removed, (id) => eraseRemoved(collection, id), { concurrency: REMOVALS_AT_ONCE })
  await removeKeys(done.map(({ key }) => key))
}

const removeKeys = (keys: readonly string[]) =>
  pMap(keys, kv.remove, { concurrency: REMOVALS_AT_ONCE })
