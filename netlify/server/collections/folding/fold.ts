import pMap from 'p-map'
import type { Form } from '#forms/form.ts'
import { timeLeft } from '#server/storage/budget.ts'
import * as kv from '#server/storage/kv.ts'
import type { Collection } from '../collection.ts'
import { rowsKey } from '../keys.ts'
import { eraseRemoved } from '../records.ts'
import { isWithin } from '../spans.ts'
import type { Truth } from '../truth.ts'
import { fillGap, gapAmong, withOpenPart } from './fill-gap.ts'
import { isDone, makeAnew, readHints, type Hint } from '../rows/hints.ts'
import { looks } from './looks.ts'
import { makeTiles } from './make-tiles.ts'
import {
  chunkNames,
  readManifest,
  replaceManifest,
  spanOf,
  uncover,
  type Tile,
} from '../rows/manifest.ts'
import { changed } from '../rows/segment.ts'
import { allRows, LostChunk } from '../rows/tile-segment.ts'

/**
 * Folding brings the rows up to what is true: changed records are looked at again, what is no longer
 * open gets into tiles, and tiles without chunks get theirs, the newest first. Each portion is one
 * commit; where two fold at once, one has worked in vain, and nothing is spoiled.
 */

/** Changed tiles that one portion writes anew. */
const MOST_TILES = 8
const REMOVALS_AT_ONCE = 16
/** What a portion needs after its reading, of the time that a request has for storage. */
const RESERVE_MS = 1_500

/** Folds for so many milliseconds; true once nothing is left to fold. */
export async function fold<F extends Form>(
  collection: Collection<F>,
  ms = 3_000,
): Promise<boolean> {
  const end = performance.now() + Math.min(ms, timeLeft() - RESERVE_MS)
  const isTime = () => performance.now() < end
  while (isTime()) {
    try {
      if (await foldPortion(collection, isTime)) return true
    } catch (error) {
      if (!(error instanceof LostChunk)) throw error
      await uncover(collection.name, error.message)
    }
  }
  return false
}

/** One commit, or none where nothing is left to do: then true. */
async function foldPortion<F extends Form>(
  collection: Collection<F>,
  isTime: () => boolean,
): Promise<boolean> {
  const { name } = collection
  // In this order: a hint is deleted only by whoever looked at its record after this manifest.
  const manifest = await readManifest(name)
  if (!manifest) {
    await makeAnew(name)
    return false
  }
  const hints = await readHints(name)
  if (!hints) return false
  const { looked, unlooked, lookAt } = looks(collection, hints)
  const tiles = await withOpenPart(collection, manifest.tiles, hints)
  const gap = gapAmong(tiles)
  const filling = gap === -1 ? null : await fillGap(collection, tiles, gap, lookAt, isTime)
  const next = new Map<number, Tile[]>()
  for (let i = 0; filling && i < filling.replaced; i++) {
    next.set(filling.place + i, i === 0 ? filling.tiles : [])
  }
  let isMore = false
  for (const [place, { chunks }] of tiles.entries()) {
    const span = spanOf(tiles, place)
    if (!chunks || next.has(place) || !hints.some(({ id }) => isWithin(span, id))) continue
    isMore = next.size >= MOST_TILES || !isTime()
    if (isMore) break
    const changes = await lookAt(span)
    // What no hint has come to yet is looked at again another time.
    const own = hints.filter(({ id }) => isWithin(span, id))
    if (!own.some((hint) => isDone(hint, looked))) continue
    const rows = await allRows(collection, chunks)
    next.set(place, await makeTiles(collection, span, changed(rows, changes), { chunks, rows }))
  }
  if (next.size === 0) return !isMore && unlooked.size === 0
  const made = tiles.flatMap((tile, place) => next.get(place) ?? [tile])
  const isCommitted = await replaceManifest(name, manifest, made)
  await removeUnnamed(name, isCommitted ? manifest.tiles : made, [
    ...(isCommitted ? made : manifest.tiles),
    ...(isCommitted ? [] : ((await readManifest(name))?.tiles ?? [])),
  ])
  if (!isCommitted) return false
  await removeDone(collection, hints, looked, made)
  return !isMore && unlooked.size === 0 && gapAmong(made) === -1
}

/** Removes the chunks of tiles that none of the others names. */
async function removeUnnamed(name: string, tiles: readonly Tile[], others: readonly Tile[]) {
  const named = new Set(chunkNames(others))
  const unnamed = chunkNames(tiles).filter((chunk) => !named.has(chunk))
  await removeKeys(unnamed.map((chunk) => rowsKey(name, chunk)))
}

/** Lets the hints go that have done what they were for, with all that is left of removed records. */
async function removeDone<F extends Form>(
  collection: Collection<F>,
  hints: readonly Hint[],
  looked: ReadonlyMap<string, Truth<F>>,
  tiles: readonly Tile[],
) {
  const spans = tiles.flatMap(({ chunks }, place) => (chunks ? [spanOf(tiles, place)] : []))
  const done = hints.filter(
    (hint) => isDone(hint, looked) && spans.some((span) => isWithin(span, hint.id)),
  )
  const removed = new Set(done.flatMap(({ id }) => (looked.get(id)?.isRemoved ? [id] : [])))
  await pMap(removed, (id) => eraseRemoved(collection, id), { concurrency: REMOVALS_AT_ONCE })
  await removeKeys(done.map(({ key }) => key))
}

const removeKeys = (keys: readonly string[]) =>
  pMap(keys, kv.remove, { concurrency: REMOVALS_AT_ONCE })
