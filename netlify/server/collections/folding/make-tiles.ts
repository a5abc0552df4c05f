import type { Form } from '#forms/form.ts'
import type { Collection } from '../collection.ts'
import type { Span } from '../spans.ts'
import { writeChunk } from '../rows/chunk.ts'
import type { Chunks, Tile } from '../rows/manifest.ts'
import type { Row } from '../rows/row.ts'
import { parted } from '../rows/segment.ts'

/** Rows of a tile; it may have half as many again before it is divided. */
let rowsPerTile = 1_000

/** Rows of a tile at present. */
export const tileSize = () => rowsPerTile

/** Tests of many tiles make small ones. */
export function useTileSize(rows: number): void {
  rowsPerTile = rows
}

/** Whether a tile has room for so many rows. */
export const hasRoom = (rows: number): boolean => rows <= 1.5 * rowsPerTile

/** What each tile has of all these; where they are not enough for one more, the newest has some more. */
export function parts<One>(all: readonly One[]): (readonly One[])[] {
  const older: (readonly One[])[] = []
  let newest = all
  for (; !hasRoom(newest.length); newest = newest.slice(0, -rowsPerTile)) {
    older.unshift(newest.slice(-rowsPerTile))
  }
  return [newest, ...older]
}

/** Writes the chunks of the tiles that these rows of the span make. `before` are chunks that may stay. */
export async function makeTiles<F extends Form>(
  collection: Collection<F>,
  { from }: Span,
  rows: readonly Row<F>[],
  before?: { chunks: Chunks; rows: readonly Row<F>[] },
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
      return {
        from: i === 0 ? from : (group[0]?.id ?? from),
        chunks: { shown: one, hidden: other },
      }
    }),
  )
}
