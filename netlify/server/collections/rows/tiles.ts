import pMap from 'p-map'
import type { Collection } from '../collection.ts'
import { rowAt } from './recent.ts'
import { idOf, hasSignals, recordKey } from '../keys.ts'
import { applyChanges, countsOf, splitByHeld, type Changes, type Row, UNTOUCHED } from '../row.ts'
import { readState } from '../current.ts'
import { isWithin, newestIn, listNewest, type Span } from '../spans.ts'
import { allRows, writeChunk } from './chunk.ts'
import { newestTiled, spanOf, type Chunks, type Tile } from './manifest.ts'

/** A tile is split at half as many rows again. A search of 300,000 rows reads 120 chunks. */
let rowsPerTile = 2_500

export const tileSize = () => rowsPerTile

/** For tests of many tiles. */
export function useTileSize(rows: number): void {
  rowsPerTile = rows
}

export const hasRoom = (rows: number): boolean => rows <= 1.5 * rowsPerTile

/** Splits all these into tiles; the newest tile gets the rest. */
function parts<One>(all: readonly One[]): (readonly One[])[] {
  const older: (readonly One[])[] = []
  let newest = all
  for (; !hasRoom(newest.length); newest = newest.slice(0, -rowsPerTile)) {
    older.unshift(newest.slice(-rowsPerTile))
  }
  return [newest, ...older]
}

/** Writes the chunks of these rows of the span, unless the rows are the same as `before`. */
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
      const { shown, held } = splitByHeld(group)
      const [one, other] = await Promise.all([
        writeChunk(collection, shown),
        writeChunk(collection, held),
      ])
      const first = i === 0 ? from : (group[0]?.id ?? from)
      return { from: first, chunks: { shown: one, held: other } }
    }),
  )
}

const READS_AT_ONCE = 32
/** Records between two checks of the clock. */
const READS_A_STEP = 64
const MOST_PAGES = 20

/**
 * Indexes a tile, or as much of its newest part as time allows, and returns the tiles that replace
 * it. A tile that is too long to read now is counted and split, so totals are known before all
 * records are read. A small tile is joined with the next, so that few stay small.
 */
export async function fillTile(
  collection: Collection,
  tiles: readonly Tile[],
  index: number,
  readHinted: (span: Span) => Promise<Changes>,
  isTime: () => boolean,
): Promise<Map<number, readonly Tile[]>> {
  const { from, to } = spanOf(tiles, index)
  const listed = await listNewest(collection, { from, to }, { pages: MOST_PAGES, isMore: isTime })
  const { keys, states } = listed
  const count = (span: Span, some: readonly string[]) =>
    countedTiles(collection, span, to, some, states, isTime)
  if (listed.to < to || !hasRoom(keys.length)) {
    return new Map([[index, await count({ from, to: listed.to }, keys)]])
  }
  const changes = await readHinted({ from, to })
  const read = await whileTime(keys, isTime, (key) => rowAt(collection, key, states.get(idOf(key))))
  const found = read.filter((row) => row !== null)
  const unread = keys[read.length]
  const covered = { from, to: unread === undefined ? to : idOf(unread) }
  const rows = applyChanges(found, changes).filter(({ id }) => isWithin(covered, id))
  if (unread !== undefined) {
    const made = await makeTiles(collection, covered, rows)
    const left = await count({ from: covered.to, to }, keys.slice(read.length))
    return new Map([[index, [...made, ...left]]])
  }
  const chunks = tiles[index + 1]?.chunks
  if (!chunks || !hasRoom(rows.length + chunks.shown.rows + chunks.held.rows)) {
    return new Map([[index, await makeTiles(collection, covered, rows)]])
  }
  const next = spanOf(tiles, index + 1)
  const older = applyChanges(await allRows(collection, chunks), await readHinted(next))
  const joined = await makeTiles(collection, { from, to: next.to }, [...rows, ...older])
  return new Map([
    [index, joined],
    [index + 1, []],
  ])
}

/** Does the first portion, and more while there is time. */
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

/** Counted tiles, as far as states can be read in time, and an uncounted one for the rest up to `end`. */
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
  const isHeld = (key: string) => states.get(key)?.isHeld ?? hasSignals(key)
  const countsOfKeys = (some: readonly string[]) =>
    countsOf(some.map((key) => ({ state: states.get(key) ?? UNTOUCHED })))
  const tiles = parts(known).map((own, i): Tile => ({
    from: i === 0 ? from : idOf(own[0] ?? ''),
    chunks: null,
    counted: {
      shown: countsOfKeys(own.filter((key) => !isHeld(key))),
      held: countsOfKeys(own.filter(isHeld)),
    },
  }))
  const rest = unread === undefined ? to : idOf(unread)
  return rest < end ? [...tiles, { from: rest, chunks: null }] : tiles
}

/** Adds an empty tile for records older than the open part, if there are any. */
export async function withOpenPart(
  collection: Collection,
  tiles: readonly Tile[],
  hints: readonly { id: string }[],
): Promise<Tile[]> {
  const from = newestTiled()
  const to = tiles[0]?.from ?? from
  if (from >= to) return [...tiles]
  const isHinted = hints.some(({ id }) => isWithin({ from, to }, id))
  const root = recordKey(collection.name, '')
  const { entries } = await newestIn(root, { from, to })
  return entries.length > 0 || isHinted ? [{ from, chunks: null }, ...tiles] : [...tiles]
}
