import * as kv from '#server/storage/kv.ts'
import { countdown } from '#server/storage/record-id.ts'
import { rowsKey } from '../keys.ts'
import { OLDEST, type Span } from '../spans.ts'
import type { Counts } from './segment.ts'

/**
 * Which chunks hold a collection's rows. It is changed by compare-and-set only, and it is the one
 * commit point: what it does not name is not there. Lost or damaged, it is made anew (hints.ts).
 */
type Manifest = { tiles: Tile[]; etag: string }

/**
 * The rows of the ids from `from` to where the next tile begins (the last one: to the end), shown
 * and held ones apart. Without chunks its ids are found by their keys, like those before the first;
 * where they were counted, that counts for as long as no hint speaks of one of them.
 */
export type Tile = { from: string; chunks: Chunks | null; counted?: Counted }
export type Chunks = { shown: Chunk; hidden: Chunk }

/** Rows that were written once; none have no name. */
export type Chunk = Counts & { name: string }
export type Counted = { shown: Counts; hidden: Counts }

/** Ids younger than this are in no chunk: a writer may be slow, and clocks differ. */
const OPEN_MS = 2 * 60 * 60 * 1_000

const FORMAT = 1
const key = (name: string) => rowsKey(name, 'manifest')

/** Another writer's clock may be ahead. */
const AHEAD_MS = 60 * 60 * 1_000

/** Before all ids that any writer makes at this moment. */
export const newestId = (now = Date.now()) => countdown(now + AHEAD_MS)

/** Where the ids begin that may be covered by a tile at this moment. */
export const coverableFrom = (now = Date.now()) => countdown(now - OPEN_MS)

/** The manifest, or null where it is lost or damaged. */
export async function readManifest(name: string): Promise<Manifest | null> {
  const found = await kv.get(key(name))
  const tiles = tilesIn(found)
  return found && tiles && { tiles, etag: found.etag }
}

function tilesIn(found: kv.Found | null): Tile[] | null {
  const { format, tiles } = (found?.value ?? {}) as { format?: unknown; tiles?: unknown }
  const isWhole = format === FORMAT && Array.isArray(tiles) && tiles.length > 0
  return isWhole && tiles.every(isTile) ? tiles : null
}

function isTile(value: unknown): value is Tile {
  const { from, chunks, counted } = (value ?? {}) as Partial<Tile>
  const isCounted = counted === undefined || (areCounts(counted.shown) && areCounts(counted.hidden))
  return (
    typeof from === 'string' &&
    isCounted &&
    (chunks === null || (isChunk(chunks?.shown) && isChunk(chunks?.hidden)))
  )
}

const isChunk = (chunk: Partial<Chunk> | undefined) =>
  typeof chunk?.name === 'string' && areCounts(chunk)

const areCounts = ({ rows, unseen, unanswered }: Partial<Counts>) =>
  [rows, unseen, unanswered].every(Number.isInteger)

/** Puts these tiles in the place of those that were read; false where somebody else did first. */
export const replaceManifest = (
  name: string,
  { etag }: Manifest,
  tiles: readonly Tile[],
): Promise<boolean> => kv.replace(key(name), { format: FORMAT, tiles }, etag)

/**
 * Lets all rows be made anew. What was in a tile once is never open again: nothing hints at what was
 * done with it.
 */
export async function forgetManifest(name: string): Promise<void> {
  for (;;) {
    const found = await kv.get(key(name))
    const known = tilesIn(found)?.[0]?.from ?? coverableFrom()
    const from = known < coverableFrom() ? known : coverableFrom()
    const value = { format: FORMAT, tiles: [{ from, chunks: null }] }
    if (!found) {
      if ((await kv.create(key(name), value)) === 'created') return
    } else if (await kv.replace(key(name), value, found.etag)) return
    // Rows that somebody committed meanwhile may be as wrong as those before.
  }
}

/** The names of all chunks of these tiles. */
export const chunkNames = (tiles: readonly Tile[]): string[] =>
  tiles
    .flatMap(({ chunks }) => (chunks ? [chunks.shown.name, chunks.hidden.name] : []))
    .filter((chunk) => chunk !== '')

/** Says that a chunk is lost, if it is still named: its rows are made anew from the records. */
export async function uncover(name: string, chunk: string): Promise<void> {
  const manifest = await readManifest(name)
  const isLost = (tile: Tile) => chunkNames([tile]).includes(chunk)
  if (!manifest?.tiles.some(isLost)) return
  const tiles = manifest.tiles.map((tile) => (isLost(tile) ? { ...tile, chunks: null } : tile))
  // Where somebody else was faster, their manifest is as new.
  await replaceManifest(name, manifest, tiles)
}

/** The ids that each tile covers. */
export const spanOf = (tiles: readonly Tile[], place: number): Span => ({
  from: tiles[place]?.from ?? OLDEST,
  to: tiles[place + 1]?.from ?? OLDEST,
})
