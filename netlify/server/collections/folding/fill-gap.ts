import pMap from 'p-map'
import type { Form } from '#forms/form.ts'
import type { Collection } from '../collection.ts'
import { idOf, isMarked, recordKey } from '../keys.ts'
import { isWithin, newestIn, type Span } from '../spans.ts'
import { newestOf } from '../rows/gap.ts'
import { hasRoom, makeTiles, parts } from './make-tiles.ts'
import { coverableFrom, spanOf, type Tile } from '../rows/manifest.ts'
import { rowAt } from '../rows/row-at.ts'
import { changed, changesIn, countsOf, type Changes } from '../rows/segment.ts'
import { allRows } from '../rows/tile-segment.ts'
import { readState, UNTOUCHED } from '../state.ts'

const READS_AT_ONCE = 32
/** Pages of keys that one portion lists of each kind, and what it reads before it looks at the clock again. */
const MOST_PAGES = 20
const READS_A_STEP = 64

/** The tiles that stand in the place of so many others from now on. */
type Filling = { place: number; replaced: number; tiles: Tile[] }

/** The place of the newest tile without chunks that nobody has counted, or of the newest one; -1 where all have theirs. */
export function gapAmong(tiles: readonly Tile[]): number {
  const uncounted = tiles.findIndex(({ chunks, counted }) => chunks === null && !counted)
  return uncounted === -1 ? tiles.findIndex(({ chunks }) => chunks === null) : uncounted
}

/**
 * Covers a gap, or as much of its newest part as there is time for. A long one is only counted, and
 * parted into gaps that are not: then totals are known before all records are read. A small tile
 * behind it is made one with it, so that there are never many small ones.
 */
export async function fillGap<F extends Form>(
  collection: Collection<F>,
  tiles: readonly Tile[],
  place: number,
  lookAt: (span: Span) => Promise<Changes<F>>,
  isTime: () => boolean,
): Promise<Filling> {
  const { from, to } = spanOf(tiles, place)
  const limit = { pages: MOST_PAGES, isMore: isTime }
  const gap = await newestOf(collection, { from, to }, limit)
  const { keys, states } = gap
  if (gap.to < to || !hasRoom(keys.length)) {
    const counted = await countedTiles(collection, { from, to: gap.to }, keys, states, isTime)
    return { place, replaced: 1, tiles: withRest(counted, to) }
  }
  const changes = await lookAt({ from, to })
  const read = await whileTime(keys, isTime, (key) => rowAt(collection, key, states.get(idOf(key))))
  const rows = read.filter((row) => row !== null)
  const next = keys[read.length]
  const covered = { from, to: next === undefined ? to : idOf(next) }
  const filling = changed(rows, changesIn(covered, changes))

  const behind = spanOf(tiles, place + 1)
  const chunks = next === undefined ? tiles[place + 1]?.chunks : null
  if (chunks && hasRoom(filling.length + chunks.shown.rows + chunks.hidden.rows)) {
    const older = changed(await allRows(collection, chunks), await lookAt(behind))
    const both = { from, to: behind.to }
    const made = await makeTiles(collection, both, [...filling, ...older])
    return { place, replaced: 2, tiles: made }
  }
  const made = await makeTiles(collection, covered, filling)
  if (next === undefined) return { place, replaced: 1, tiles: made }
  const left = { from: covered.to, to }
  const counted = await countedTiles(collection, left, keys.slice(read.length), states, isTime)
  return { place, replaced: 1, tiles: [...made, ...withRest(counted, to)] }
}

/** What is made of each, from the first on, as far as there is time; of some at least. */
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

/** The tiles that reach up to there, and one without chunks for the rest. */
const withRest = ({ tiles, to }: { tiles: Tile[]; to: string }, end: string): Tile[] =>
  to < end ? [...tiles, { from: to, chunks: null }] : tiles

/** Tiles without chunks that say how many records they have, as far as their states can be read in time. */
async function countedTiles(
  { name }: Collection,
  { from, to }: Span,
  keys: readonly string[],
  etags: ReadonlyMap<string, string>,
  isTime: () => boolean,
) {
  const touched = keys.filter((key) => etags.has(idOf(key)))
  const read = await whileTime(touched, isTime, (key) => readState(name, idOf(key)))
  const states = new Map(read.map(({ state }, i) => [touched[i], state]))
  const unread = touched[read.length]
  const known = unread === undefined ? keys : keys.slice(0, keys.indexOf(unread))
  const tiles = parts(known).map((own, i) => {
    const isHidden = (key: string) => states.get(key)?.isHeld ?? isMarked(key)
    const countsIn = (some: readonly string[]) =>
      countsOf(some.map((key) => ({ state: states.get(key) ?? UNTOUCHED })))
    return {
      from: i === 0 ? from : idOf(own[0] ?? ''),
      chunks: null,
      counted: {
        shown: countsIn(own.filter((key) => !isHidden(key))),
        hidden: countsIn(own.filter(isHidden)),
      },
    }
  })
  return { tiles, to: unread === undefined ? to : idOf(unread) }
}

/** The tiles, with one for what was open when they were made and is no longer, if there is anything. */
export async function withOpenPart<F extends Form>(
  collection: Collection<F>,
  tiles: readonly Tile[],
  hints: readonly { id: string }[],
): Promise<Tile[]> {
  const from = coverableFrom()
  const to = tiles[0]?.from ?? from
  if (from >= to) return [...tiles]
  const isHinted = hints.some(({ id }) => isWithin({ from, to }, id))
  const root = recordKey(collection.name, '')
  const { entries } = await newestIn(root, { from, to }, () => false)
  return entries.length > 0 || isHinted ? [{ from, chunks: null }, ...tiles] : [...tiles]
}
