import type { Collection } from '../collection.ts'
import { writeChunk } from '../rows/chunk.ts'
import type { Chunks, Tile } from '../rows/manifest.ts'
import { parted, type Row } from '../rows/row.ts'
import type { Span } from '../spans.ts'

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
