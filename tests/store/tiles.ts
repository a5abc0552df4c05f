import { afterEach, beforeEach } from 'vitest'
import { tileSize, useTileSize } from '#server/collections/rows/tiles.ts'

/** Makes tiles small in this test file, so that a few records fill several. */
export function useTilesOf(rows: number): void {
  const usual = tileSize()
  beforeEach(() => useTileSize(rows))
  afterEach(() => useTileSize(usual))
}
