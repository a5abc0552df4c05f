import pMap from 'p-map'
import type { Form } from '#forms/form.ts'
import type { Collection } from '../collection.ts'
import { idOf } from '../keys.ts'
import { isWithin, type Span } from '../spans.ts'
import { gapIn } from '../rows/gap.ts'
import { hasRoom, makeTiles, tileSize } from './make-tiles.ts'
import { coverableFrom, spanOf, type Tile } from '../rows/manifest.ts'
import { rowAt } from '../rows/row-at.ts'
import type { Row } from '../rows/row.ts'
import { changed, changesIn, type Changes } from '../rows/segment.ts'
import { allRows } from '../rows/tile-segment.ts'

const READS_AT_ONCE = 64

/** The tiles that stand in the place of so many others from now on. */
type Filling = { place: number; replaced: number; tiles: Tile[] }

/** The place of the newest tile without chunks; -1 where all have theirs. */
export const gapAmong = (tiles: readonly Tile[]): number =>
  tiles.findIndex(({ chunks }) => chunks === null)

/**
 * Covers a gap, or as much of its newest part as there is time for. A small tile behind it is made
 * one with it, so that there are never many small ones.
 */
export async function fillGap<F extends Form>(
  collection: Collection<F>,
  tiles: readonly Tile[],
  place: number,
  lookAt: (span: Span) => Promise<Changes<F>>,
  isTime: () => boolean,
): Promise<Filling> {
  const { from, to } = spanOf(tiles, place)
  const { keys, states } = await gapIn(collection, { from, to })
  const changes = await lookAt({ from, to })

  const rows: Row<F>[] = []
  let done = 0
  do {
    const batch = keys.slice(done, done + tileSize())
    const read = await pMap(batch, (key) => rowAt(collection, key, states.get(idOf(key))), {
      concurrency: READS_AT_ONCE,
    })
    rows.push(...read.filter((row) => row !== null))
    done += batch.length
  } while (done < keys.length && isTime())

  const next = keys[done]
  const covered = { from, to: next === undefined ? to : idOf(next) }
  const after = covered.to < to ? [{ from: covered.to, chunks: null }] : []
  const filling = changed(rows, changesIn(covered, changes))

  const behind = spanOf(tiles, place + 1)
  const chunks = after.length === 0 ? tiles[place + 1]?.chunks : null
  if (chunks && hasRoom(filling.length + chunks.shown.rows + chunks.hidden.rows)) {
    const older = changed(await allRows(collection, chunks), await lookAt(behind))
    const both = { from, to: behind.to }
    const made = await makeTiles(collection, both, [...filling, ...older])
    return { place, replaced: 2, tiles: made }
  }
  const made = await makeTiles(collection, covered, filling)
  return { place, replaced: 1, tiles: [...made, ...after] }
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
  const { keys } = await gapIn(collection, { from, to })
  const isHinted = hints.some(({ id }) => isWithin({ from, to }, id))
  return keys.length > 0 || isHinted ? [{ from, chunks: null }, ...tiles] : [...tiles]
}
