import pMap from 'p-map'
import type { Collection } from '../collection.ts'
import { rowAt } from '../current.ts'
import { idOf, isMarked, recordKey } from '../keys.ts'
import { changed, countsOf, parted, type Changes, type Row } from '../row.ts'
import { isWithin, newestIn, newestOf, type Span } from '../spans.ts'
import { readState, UNTOUCHED } from '../state.ts'
import { allRows, writeChunk } from './chunk.ts'
import { coverableFrom, spanOf, type Chunks, type Tile } from './manifest.ts'

/** A tile may have half as many rows again before it is divided. 300,000 are 120 chunks of a search. */
let rowsPerTile = 2_500

export const tileSize = () => rowsPerTile

/** Tests of many tiles make small ones. */
export function useTileSize(rows: number): void {
  rowsPerTile = rows
}

export const hasRoom = (rows: number): boolean => rows <= 1.5 * rowsPerTile

/** What each tile has of all these; the newest one has what is left over. */
export function parts<One>(all: readonly One[]): (readonly One[])[] {
  const older: (readonly One[])[] = []
  let newest = all
  for (; !hasRoom(newest.length); newest = newest.slice(0, -rowsPerTile)) {
    older.unshift(newest.slice(-rowsPerTile))
  }
  return [newest, ...older]
}

/** Writes the chunks of the tiles that these rows of the span make, unless they are the same as `before`. */
export async function makeTiles(
  collection: Collection,
  { from }: Span,
  rows: readonly Row[],
  before?: { chunks: Chunks; rows: readonly Row[] },
): Promise<Tile[]> {
  const isSame = before && JSON.stringify(before.rows) === JSON.stringify(rows)
  if (isSame) return [{ from, chunks: before.chunks }]
  return Promise.all(
    parts(rows).map(async (group, i) => {
      const { shown, hidden } = parted(group)
      const [one, other] = await Promise.all([
        writeChunk(collection, shown),
        writeChunk(collection, hidden),
      ])
      const first = i === 0 ? from : (group[0]?.id ?? from)
      return { from: first, chunks: { shown: one, hidden: other } }
    }),
  )
}

const READS_AT_ONCE = 32
/** What one portion reads before it looks at the clock again. */
const READS_A_STEP = 64
const MOST_PAGES = 20

type Filling = { place: number; replaced: number; tiles: Tile[] }

const isUncounted = ({ chunks, counted }: Tile) => chunks === null && !counted

export const hasUncounted = (tiles: readonly Tile[]) => tiles.some(isUncounted)

/** The index of the newest tile that nobody has counted, or else of the newest without chunks; or -1. */
export const gapAmong = (tiles: readonly Tile[]): number =>
  tiles.findIndex(hasUncounted(tiles) ? isUncounted : ({ chunks }) => chunks === null)

/**
 * Covers a gap, or as much of its newest part as there is time for. A long gap is only counted, and
 * parted into short ones: then totals are known before all records are read. A small tile after the
 * gap becomes one with it, so that there are never many small ones.
 */
export async function fillGap(
  collection: Collection,
  tiles: readonly Tile[],
  place: number,
  lookAt: (span: Span) => Promise<Changes>,
  isTime: () => boolean,
): Promise<Filling> {
  const { from, to } = spanOf(tiles, place)
  const gap = await newestOf(collection, { from, to }, { pages: MOST_PAGES, isMore: isTime })
  const { keys, states } = gap
  const count = (span: Span, some: readonly string[]) =>
    countedTiles(collection, span, to, some, states, isTime)
  if (gap.to < to || !hasRoom(keys.length)) {
    return { place, replaced: 1, tiles: await count({ from, to: gap.to }, keys) }
  }
  const changes = await lookAt({ from, to })
  const read = await whileTime(keys, isTime, (key) => rowAt(collection, key, states.get(idOf(key))))
  const rows = read.filter((row) => row !== null)
  const next = keys[read.length]
  const covered = { from, to: next === undefined ? to : idOf(next) }
  const filling = changed(rows, changes).filter(({ id }) => isWithin(covered, id))
  if (next !== undefined) {
    const made = await makeTiles(collection, covered, filling)
    const left = await count({ from: covered.to, to }, keys.slice(read.length))
    return { place, replaced: 1, tiles: [...made, ...left] }
  }
  const chunks = tiles[place + 1]?.chunks
  if (!chunks || !hasRoom(filling.length + chunks.shown.rows + chunks.hidden.rows)) {
    return { place, replaced: 1, tiles: await makeTiles(collection, covered, filling) }
  }
  const behind = spanOf(tiles, place + 1)
  const older = changed(await allRows(collection, chunks), await lookAt(behind))
  const both = { from, to: behind.to }
  return { place, replaced: 2, tiles: await makeTiles(collection, both, [...filling, ...older]) }
}

/** Makes as many as there is time for, from the first on; some at least. */
async function whileTime<One, Made>(
  all: readonly One[],
  isTime: () => boolean,
  make: (one: One) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = []
  do {
    const step = all.slice(made.length, made.length + READS_A_STEP)
    made.push(...(await pMap(step, make, { concurrency: READS_AT_ONCE })))
  } while (made.length < all.length && isTime())
  return made
}

/** Counted tiles, as far as states can be read in time, and one for the rest, up to `end`. */
async function countedTiles(
  { name }: Collection,
  { from, to }: Span,
  end: string,
  keys: readonly string[],
  etags: ReadonlyMap<string, string>,
  isTime: () => boolean,
): Promise<Tile[]> {
  const touched = keys.filter((key) => etags.has(idOf(key)))
  const read = await whileTime(touched, isTime, (key) => readState(name, idOf(key)))
  const states = new Map(read.map(({ state }, i) => [touched[i], state]))
  const unread = touched[read.length]
  const known = unread === undefined ? keys : keys.slice(0, keys.indexOf(unread))
  const isHidden = (key: string) => states.get(key)?.isHeld ?? isMarked(key)
  const countsIn = (some: readonly string[]) =>
    countsOf(some.map((key) => ({ state: states.get(key) ?? UNTOUCHED })))
  const tiles = parts(known).map((own, i): Tile => ({
    from: i === 0 ? from : idOf(own[0] ?? ''),
    chunks: null,
    counted: {
      shown: countsIn(own.filter((key) => !isHidden(key))),
      hidden: countsIn(own.filter(isHidden)),
    },
  }))
  const rest = unread === undefined ? to : idOf(unread)
  return rest < end ? [...tiles, { from: rest, chunks: null }] : tiles
}

/** The tiles, and one for what was open when they were made and is no longer, if there is anything. */
export async function withOpenPart(
  collection: Collection,
  tiles: readonly Tile[],
  hints: readonly { id: string }[],
): Promise<Tile[]> {
  const from = coverableFrom()
  const to = tiles[0]?.from ?? from
  if (from >= to) return [...tiles]
  const isHinted = hints.some(({ id }) => isWithin({ from, to }, id))
  const root = recordKey(collection.name, '')
  const { entries } = await newestIn(root, { from, to })
  return entries.length > 0 || isHinted ? [{ from, chunks: null }, ...tiles] : [...tiles]
}
