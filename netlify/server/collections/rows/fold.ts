import pMap from 'p-map'
import { timeLeft } from '#server/storage/budget.ts'
import * as kv from '#server/storage/kv.ts'
import type { Collection } from '../collection.ts'
import { rowsKey } from '../keys.ts'
import { eraseRemoved } from '../records.ts'
import { isWithin, type Span } from '../spans.ts'
import { look, readSome, rowOf, type Truth } from '../current.ts'
import { fillGap, gapAmong, hasUncounted, withOpenPart, makeTiles } from './tiles.ts'
import { allRows, LostChunk } from './chunk.ts'
import { isDone, makeAnew, readHints, requireStore, type Hint } from './hints.ts'
import {
  chunkNames,
  readManifest,
  replaceManifest,
  spanOf,
  uncover,
  type Tile,
} from './manifest.ts'
import { changed, type Changes } from '../row.ts'

/** One portion looks at so many changed records, and writes so many changed tiles. */
const MOST_LOOKS = 300
const MOST_TILES = 8
const REMOVALS_AT_ONCE = 16
/** Storage time that a portion needs after its reading. */
const RESERVE_MS = 1_500

/** The open part is taken in once: more may come all the time. */
type Run = { isTime: () => boolean; isOpenTaken: boolean }

/**
 * Brings the rows up to what is true, for so many milliseconds; true once nothing is left to do.
 * Each portion is one commit. Where two fold at once, one works in vain, and nothing is spoiled.
 */
export async function fold(collection: Collection, ms = 3_000): Promise<boolean> {
  const end = performance.now() + Math.min(ms, timeLeft() - RESERVE_MS)
  const run = { isTime: () => performance.now() < end, isOpenTaken: false }
  while (run.isTime()) {
    try {
      if (await foldPortion(collection, run)) return true
    } catch (error) {
      if (!(error instanceof LostChunk)) throw error
      await uncover(collection.name, error.message)
    }
  }
  return false
}

async function foldPortion(collection: Collection, run: Run): Promise<boolean> {
  const { name } = collection
  // In this order: a hint goes only if its record was looked at after this manifest was read.
  const manifest = await readManifest(name)
  if (!manifest) {
    await makeAnew(name)
    return false
  }
  const hints = await readHints(name)
  if (!hints) return false
  const { looked, unlooked, lookAt } = looks(collection, hints)
  const isOpenLeft = run.isOpenTaken || hasUncounted(manifest.tiles)
  const tiles = isOpenLeft ? manifest.tiles : await withOpenPart(collection, manifest.tiles, hints)
  const gap = gapAmong(tiles)
  const filling = gap === -1 ? null : await fillGap(collection, tiles, gap, lookAt, run.isTime)
  const next = new Map<number, Tile[]>()
  for (let i = 0; filling && i < filling.replaced; i++) {
    next.set(filling.place + i, i === 0 ? filling.tiles : [])
  }
  let isMore = false
  for (const [index, { chunks }] of tiles.entries()) {
    const span = spanOf(tiles, index)
    const own = hints.filter(({ id }) => isWithin(span, id))
    if (!chunks || next.has(index) || own.length === 0) continue
    isMore = next.size >= MOST_TILES || !run.isTime()
    if (isMore) break
    const changes = await lookAt(span)
    // A tile is left as it is as long as none of its changes has come.
    if (!own.some((hint) => isDone(hint, looked))) continue
    const rows = await allRows(collection, chunks)
    next.set(index, await makeTiles(collection, span, changed(rows, changes), { chunks, rows }))
  }
  if (next.size === 0) return !isMore && unlooked.size === 0
  const made = tiles.flatMap((tile, index) => next.get(index) ?? [tile])
  if (!(await replaceManifest(name, manifest, made))) {
    const others = (await readManifest(name))?.tiles ?? []
    await removeUnnamed(name, made, [...manifest.tiles, ...others])
    return false
  }
  await removeUnnamed(name, manifest.tiles, made)
  await removeDone(collection, hints, looked, made)
  run.isOpenTaken ||= !isOpenLeft
  return !isMore && unlooked.size === 0 && gapAmong(made) === -1
}

/** Looks at hinted records, span by span; the `unlooked` ones keep their row and their hint. */
export function looks(collection: Collection, hints: readonly Hint[]) {
  const hinted = [...new Set(hints.map(({ id }) => id))]
  const looked = new Map<string, Truth>()
  const unlooked = new Set<string>()
  async function lookAt(span: Span): Promise<Changes> {
    let room = MOST_LOOKS - looked.size
    const { found, left } = await readSome(
      hinted.filter((id) => isWithin(span, id)),
      () => room-- > 0,
      (id) => lookAgain(collection, id),
    )
    for (const id of left) unlooked.add(id)
    for (const [id, truth] of found) looked.set(id, truth)
    return new Map(found.map(([id, truth]) => [id, rowOf(truth)]))
  }
  return { looked, unlooked, lookAt }
}

/** A record that seems never to have been there is believed only of a store that has the rest. */
async function lookAgain(collection: Collection, id: string): Promise<Truth> {
  const truth = await look(collection, id)
  if (!truth.record && !truth.isRemoved) await requireStore(collection.name)
  return truth
}

async function removeUnnamed(name: string, tiles: readonly Tile[], others: readonly Tile[]) {
  const named = new Set(chunkNames(others))
  const unnamed = chunkNames(tiles).filter((chunk) => !named.has(chunk))
  await removeKeys(unnamed.map((chunk) => rowsKey(name, chunk)))
}

/** Removes the hints that have done what they were for, and what is left of removed records. */
async function removeDone(
  collection: Collection,
  hints: readonly Hint[],
  looked: ReadonlyMap<string, Truth>,
  tiles: readonly Tile[],
) {
  const spans = tiles.flatMap(({ chunks }, index) => (chunks ? [spanOf(tiles, index)] : []))
  const done = hints.filter(
    (hint) => isDone(hint, looked) && spans.some((span) => isWithin(span, hint.id)),
  )
  const removed = new Set(done.flatMap(({ id }) => (looked.get(id)?.isRemoved ? [id] : [])))
  await pMap(removed, (id) => eraseRemoved(collection, id), { concurrency: REMOVALS_AT_ONCE })
  await removeKeys(done.map(({ key }) => key))
}

const removeKeys = (keys: readonly string[]) =>
  pMap(keys, kv.remove, { concurrency: REMOVALS_AT_ONCE })
