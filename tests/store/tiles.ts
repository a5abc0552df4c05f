import { afterEach, beforeEach } from 'vitest'
import { tileSize, useTileSize } from '#server/collections/rows/tiles.ts'

/** For the test file that calls this a tile has so many rows, so that few records fill some. */
export function useTilesOf(rows: number): void {
  const usual = tileSize()
  beforeEach(() => useTileSize(rows))
  afterEach(() => useTileSize(usual))
}
