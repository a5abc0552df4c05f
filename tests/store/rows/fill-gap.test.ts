import { describe, expect, test, vi } from 'vitest'
import { fillTile, withOpenPart, makeTiles } from '#server/collections/rows/tiles.ts'
import { recordsToFold } from '#server/collections/rows/fold.ts'
import type { Collection } from '#server/collections/collection.ts'
import { remove, changeState } from '#server/collections/change.ts'
import { readHints } from '#server/collections/rows/hints.ts'
import { newestTiled, unindexedAmong, type Tile } from '#server/collections/rows/manifest.ts'
import { allRows } from '#server/collections/rows/chunk.ts'
import { NEWEST, OLDEST } from '#server/collections/spans.ts'
import * as kv from '#server/storage/kv.ts'
import { idPrefixAt, newId } from '#server/storage/record-id.ts'
import { addThing, askedIn, clock, HOUR, newThings, rowOf, SPAM } from '../things.ts'
import { useFolding } from './folded.ts'

useFolding()

const everything = { from: NEWEST, to: OLDEST }
const at = (hoursAgo: number) => idPrefixAt(clock.now - hoursAgo * HOUR)
const gap = (from: string): Tile => ({ from, chunks: null })

/** The shown and held ids of each tile; null for a gap. */
const idsIn = (things: Collection, tiles: readonly Tile[]) =>
  Promise.all(
    tiles.map(async ({ chunks }) => chunks && (await allRows(things, chunks)).map(({ id }) => id)),
  )

describe('a gap', () => {
  /** Fills the gap at this index; time allows this number of portions. */
  async function fill(things: Collection, tiles: Tile[], index = 0, portions = Infinity) {
    let left = portions
    const { read } = recordsToFold(things, (await readHints(things.name)) ?? [])
    const next = await fillTile(things, tiles, index, read, () => --left > 0)
    return { index: [...next.keys()][0], replaced: next.size, tiles: [...next.values()].flat() }
  }

  test('is the newest tile without chunks', async () => {
    const [tile] = await makeTiles(newThings(), everything, [rowOf(1)])
    if (!tile) throw new Error('It was made.')
    expect(unindexedAmong([tile, gap('1'), gap('2')])).toBe(1)
    expect(unindexedAmong([tile])).toBe(-1)
  })

  test('gets rows of the current records and states', async () => {
    const things = newThings()
    await readHints(things.name)
    const ids: string[] = []
    for (const ago of [1, 3, 4, 5]) ids.push(await addThing(things, ago))
    const [, noted = '', gone = '', last = ''] = ids
    await changeState(things, noted, () => ({ note: 'x' }))
    await remove(things, gone)
    const { tiles, ...rest } = await fill(things, [gap(newestTiled())])
    expect(rest).toEqual({ index: 0, replaced: 1 })
    expect(await idsIn(things, tiles)).toEqual([[noted, last]])
    const [chunks] = tiles.flatMap((tile) => tile.chunks ?? [])
    const [row] = chunks ? await allRows(things, chunks) : []
    expect(row?.state.note).toBe('x')
  })

  test('gets no row of a damaged record', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const things = newThings()
    await readHints(things.name)
    const id = await addThing(things, 3)
    await kv.put(`rec/${things.name}/${newId(clock.now - 4 * HOUR)}`, 'x')
    const { tiles } = await fill(things, [gap(newestTiled())])
    expect(await idsIn(things, tiles)).toEqual([[id]])
  })

  test('is only counted if it is long, and then filled in parts, the newest first', async () => {
    const things = newThings()
    await readHints(things.name)
    const ids: string[] = []
    for (let ago = 3; ago < 13; ago++) ids.push(await addThing(things, ago))
    const from = newestTiled()
    const [older] = await makeTiles(things, { from: at(20), to: OLDEST }, [])
    if (!older) throw new Error('It was made.')
    const { tiles, replaced } = await fill(things, [gap(from), older])
    expect(replaced).toBe(1)
    expect(tiles.map((tile) => tile.from)).toEqual([from, ids[6]])
    expect(tiles.map(({ counted }) => counted?.shown.rows)).toEqual([6, 4])
    expect(await idsIn(things, tiles)).toEqual([null, null])
    const more = await fill(things, [...tiles, older])
    expect(await idsIn(things, more.tiles)).toEqual([ids.slice(0, 6)])
    expect(more).toMatchObject({ index: 0, replaced: 1 })
    const last = await fill(things, [...more.tiles, ...tiles.slice(1), older], 1)
    expect(await idsIn(things, last.tiles)).toEqual([ids.slice(6)])
    expect(last).toMatchObject({ index: 1, replaced: 2 })
  })

  test('merges with the current rows of the next tile if one tile has room for both', async () => {
    const things = newThings()
    await readHints(things.name)
    const ids: string[] = []
    for (const ago of [3, 4, 10, 11]) ids.push(await addThing(things, ago))
    const behind = await fill(things, [gap(at(9))])
    await remove(things, ids[3] ?? '')
    const tiles = [gap(at(2)), ...behind.tiles]
    const both = await fill(things, tiles)
    expect(both).toMatchObject({ index: 0, replaced: 2 })
    expect(await idsIn(things, both.tiles)).toEqual([ids.slice(0, 3)])
    expect(both.tiles[0]?.from).toBe(at(2))
    for (const ago of [3.1, 3.2, 3.3]) await addThing(things, ago)
    const apart = await fill(things, tiles)
    expect(apart).toMatchObject({ replaced: 1, tiles: [{ from: at(2) }] })
  })

  test('counts the next tile’s held rows too before it merges', async () => {
    const things = newThings()
    await readHints(things.name)
    for (const ago of [3, 4, 5, 6]) await addThing(things, ago)
    for (const ago of [10, 11, 12]) await addThing(things, ago, SPAM)
    const behind = await fill(things, [gap(at(9))])
    expect((await fill(things, [gap(at(2)), ...behind.tiles])).replaced).toBe(1)
  })
})

describe('the open part', () => {
  const tiles = [gap('9000000000000')]

  test('gets a tile when it is no longer open, if it has records', async () => {
    const things = newThings()
    expect(await withOpenPart(things, tiles, [])).toEqual(tiles)
    const ids = { young: newId(clock.now), old: newId(clock.now - 3 * HOUR) }
    expect(await withOpenPart(things, tiles, [{ id: ids.young }])).toEqual(tiles)
    const more = [gap(newestTiled()), ...tiles]
    expect(await withOpenPart(things, tiles, [{ id: ids.old }])).toEqual(more)
    await addThing(things, 1)
    expect(await withOpenPart(things, tiles, [])).toEqual(tiles)
    await addThing(things, 3)
    expect(await withOpenPart(things, tiles, [])).toEqual(more)
  })

  test('needs nothing if a tile already covers it', async () => {
    const things = newThings()
    await addThing(things, 3)
    for (const from of [newestTiled(), at(1)]) {
      const asked = await askedIn(async () =>
        expect(await withOpenPart(things, [gap(from)], [])).toEqual([gap(from)]),
      )
      expect(asked).toEqual([])
    }
  })
})
