import { describe, expect, test } from 'vitest'
import { hasRoom, makeTiles, tileSize } from '#server/collections/rows/tiles.ts'
import type { Collection } from '#server/collections/collection.ts'
import type { Tile } from '#server/collections/rows/manifest.ts'
import { allRows } from '#server/collections/rows/chunk.ts'
import { NEWEST, OLDEST } from '#server/collections/spans.ts'
import { askedIn, newThings, rowOf, SPAM } from '../things.ts'
import { useFolding } from './folded.ts'

useFolding()

const everything = { from: NEWEST, to: OLDEST }

/** The shown and held ids of each tile; null for a gap. */
const idsIn = (things: Collection, tiles: readonly Tile[]) =>
  Promise.all(
    tiles.map(async ({ chunks }) => chunks && (await allRows(things, chunks)).map(({ id }) => id)),
  )

describe('tiles', () => {
  const rowsOf = (count: number) => Array.from({ length: count }, (_, i) => rowOf(i))

  test('have room for one and a half times their size', () => {
    expect(tileSize()).toBe(4)
    expect([6, 7].map(hasRoom)).toEqual([true, false])
  })

  test.each([
    [0, [0]],
    [6, [6]],
    [7, [3, 4]],
    [11, [3, 4, 4]],
  ])('made of %d rows have %j rows, the newest first', async (count, sizes) => {
    const things = newThings()
    const rows = rowsOf(count)
    const tiles = await makeTiles(things, { from: 'here', to: OLDEST }, rows)
    const ids = await idsIn(things, tiles)
    expect(ids.map((some) => some?.length)).toEqual(sizes)
    expect(ids.flat()).toEqual(rows.map(({ id }) => id))
    expect(tiles.map(({ from }) => from)).toEqual([
      'here',
      ...ids.slice(1).map((some) => some?.[0]),
    ])
  })

  test('keep their chunks if their rows are the same', async () => {
    const things = newThings()
    const rows = [...rowsOf(2), rowOf(3, {}, SPAM)]
    const [made] = await makeTiles(things, everything, rows)
    if (!made?.chunks) throw new Error('It was made.')
    const before = { chunks: made.chunks, rows }
    const again = () => makeTiles(things, everything, [...rows], before)
    expect(await askedIn(async () => expect(await again()).toEqual([made]))).toEqual([])
    const [other] = await makeTiles(things, everything, rows.slice(1), before)
    expect(other?.chunks?.shown.name).not.toBe(made.chunks.shown.name)
    expect([made.chunks.shown.rows, made.chunks.held.rows]).toEqual([2, 1])
  })
})
