import { sharedNow, HOUR_MS } from '#server/storage/clock.ts'
import * as kv from '#server/storage/kv.ts'
import { idPrefixAt } from '#server/storage/record-id.ts'
import { rowsKey } from '../keys.ts'
import { OLDEST, type Span } from '../spans.ts'
import type { Counts } from '../row.ts'

/**
 * The chunks that hold a collection's rows. It is the one commit point, changed by compare-and-set
 * only. If it is lost or damaged, it is rebuilt (hints.ts).
 */
type Manifest = { tiles: Tile[]; etag: string }

/**
 * The rows of the ids from `from` to the beginning of the next tile, shown and held ones apart. A
 * tile without chunks finds its ids by their keys. Its count is right until a hint names one of its
 * ids.
 */
export type Tile = { from: string; chunks: Chunks | null; counted?: Counted }
export type Chunks = { shown: Chunk; held: Chunk }

/** `indexBytes` says where in its file the rows begin. */
export type Chunk = Counts & { name: string; indexBytes: number }
export type Counted = { shown: Counts; held: Counts }

/** Younger ids are in no chunk: a writer may be slow, and clocks differ. */
const OPEN_MS = 2 * HOUR_MS
/** Another writer's clock may be ahead. */
const AHEAD_MS = HOUR_MS

/** Rows of an earlier format are rebuilt. */
const FORMAT = 3
const key = (name: string) => rowsKey(name, 'manifest')

/** Where the open part begins: before all ids of this moment. */
export const openFrom = () => idPrefixAt(sharedNow() + AHEAD_MS)

/** The newest id that a tile may cover at this moment. */
export const newestTiled = () => idPrefixAt(sharedNow() - OPEN_MS)

export async function readManifest(name: string): Promise<Manifest | null> {
  const found = await kv.get(key(name))
  const tiles = tilesIn(found?.value)
  return found && tiles && { tiles, etag: found.etag }
}

function tilesIn(value: unknown): Tile[] | null {
  const { format, tiles } = (value ?? {}) as { format?: unknown; tiles?: unknown }
  const isWhole = format === FORMAT && Array.isArray(tiles) && tiles.length > 0
  return isWhole && tiles.every(isTile) ? tiles : null
}

function isTile(value: unknown): value is Tile {
  const { from, chunks, counted } = (value ?? {}) as Partial<Tile>
  const isCounted = counted === undefined || (areCounts(counted.shown) && areCounts(counted.held))
  return (
    typeof from === 'string' &&
    isCounted &&
    (chunks === null || (isChunk(chunks?.shown) && isChunk(chunks?.held)))
  )
}

const isChunk = (chunk: Partial<Chunk> | undefined) =>
  typeof chunk?.name === 'string' && Number.isInteger(chunk.indexBytes) && areCounts(chunk)

const areCounts = ({ rows, unseen, unanswered }: Partial<Counts>) =>
  [rows, unseen, unanswered].every(Number.isInteger)

/** False if somebody else was first. */
export const replaceManifest = (
  name: string,
  { etag }: Manifest,
  tiles: readonly Tile[],
): Promise<boolean> => kv.replace(key(name), { format: FORMAT, tiles }, etag)

/**
 * Makes the next fold rebuild all rows. The new tile reaches as far as the old ones, whose
 * records may have lost their hints.
 */
export async function forgetManifest(name: string): Promise<void> {
  await kv.change(key(name), (value) => {
    const known = tilesIn(value)?.[0]?.from ?? newestTiled()
    const from = known < newestTiled() ? known : newestTiled()
    return { format: FORMAT, tiles: [{ from, chunks: null }] }
  })
}

export const chunkNames = (tiles: readonly Tile[]): string[] =>
  tiles
    .flatMap(({ chunks }) => (chunks ? [chunks.shown.name, chunks.held.name] : []))
    .filter((chunk) => chunk !== '')

/** Drops a lost chunk from the manifest; its tile is indexed again. */
export async function dropChunk(name: string, chunk: string): Promise<void> {
  const isLost = (tile: Tile) => chunkNames([tile]).includes(chunk)
  await kv.change(key(name), (value) => {
    const tiles = tilesIn(value)
    if (!tiles?.some(isLost)) return null
    return {
      format: FORMAT,
      tiles: tiles.map((one) => (isLost(one) ? { ...one, chunks: null } : one)),
    }
  })
}

export const spanOf = (tiles: readonly Tile[], index: number): Span => ({
  from: tiles[index]?.from ?? OLDEST,
  to: tiles[index + 1]?.from ?? OLDEST,
})

const isUncounted = ({ chunks, counted }: Tile) => chunks === null && !counted

export const hasUncounted = (tiles: readonly Tile[]) => tiles.some(isUncounted)

/** The newest tile without counts, or else the newest without chunks; -1 if all are indexed. */
export const unindexedAmong = (tiles: readonly Tile[]): number =>
  tiles.findIndex(hasUncounted(tiles) ? isUncounted : ({ chunks }) => chunks === null)
