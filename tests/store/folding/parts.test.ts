import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fillGap, gapAmong, withOpenPart } from '#server/collections/folding/fill-gap.ts'
import { looks } from '#server/collections/folding/looks.ts'
import { hasRoom, makeTiles, tileSize, useTileSize } from '#server/collections/folding/make-tiles.ts'
import type { Collection } from '#server/collections/collection.ts'
import { changeState, remove } from '#server/collections/records.ts'
import { hint, readHints } from '#server/collections/rows/hints.ts'
import { coverableFrom, type Tile } from '#server/collections/rows/manifest.ts'
import { allRows } from '#server/collections/rows/tile-segment.ts'
import { NEWEST, OLDEST } from '#server/collections/spans.ts'
import * as kv from '#server/storage/kv.ts'
import { countdown, newId } from '#server/storage/record-id.ts'
import { addThing, askedIn, clock, HOUR, newThings, rowOf, SPAM, useThings } from '../things.ts'

useThings()
const usual = tileSize()
beforeEach(() => useTileSize(4))
afterEach(() => useTileSize(usual))

const everything = { from: NEWEST, to: OLDEST }
const at = (hoursAgo: number) => countdown(clock.now - hoursAgo * HOUR)
const gap = (from: string): Tile => ({ from, chunks: null })

/** The ids in a tile, shown ones and held ones together; null for a gap. */
const idsIn = (things: Collection, tiles: readonly Tile[]) =>
  Promise.all(
    tiles.map(async ({ chunks }) => chunks && (await allRows(things, chunks)).map(({ id }) => id)),
  )

describe('tiles', () => {
  const rowsOf = (count: number) => Array.from({ length: count }, (_, i) => rowOf(i))

  test('have room for half as many rows again', () => {
    expect(tileSize()).toBe(4)
    expect([6, 7].map(hasRoom)).toEqual([true, false])
  })

  test.each([
    [0, [0]],
    [6, [6]],
    [7, [3, 4]],
    [11, [3, 4, 4]],
  ])('of %d rows have %j, the newest ones first', async (count, sizes) => {
    const things = newThings()
    const rows = rowsOf(count)
    const tiles = await makeTiles(things, { from: 'here', to: OLDEST }, rows)
    const ids = await idsIn(things, tiles)
    expect(ids.map((some) => some?.length)).toEqual(sizes)
    expect(ids.flat()).toEqual(rows.map(({ id }) => id))
    expect(tiles.map(({ from }) => from)).toEqual(['here', ...ids.slice(1).map((some) => some?.[0])])
  })

  test('keep their chunks where their rows are the same', async () => {
    const things = newThings()
    const rows = [...rowsOf(2), rowOf(3, {}, SPAM)]
    const [made] = await makeTiles(things, everything, rows)
    if (!made?.chunks) throw new Error('It was made.')
    const before = { chunks: made.chunks, rows }
    const again = () => makeTiles(things, everything, [...rows], before)
    expect(await askedIn(async () => expect(await again()).toEqual([made]))).toEqual([])
    const [other] = await makeTiles(things, everything, rows.slice(1), before)
    expect(other?.chunks?.shown.name).not.toBe(made.chunks.shown.name)
    expect([made.chunks.shown.rows, made.chunks.hidden.rows]).toEqual([2, 1])
  })
})

describe('a gap', () => {
  /** Fills the gap at this place, with time for some portions. */
  async function fill(things: Collection, tiles: Tile[], place = 0, portions = Infinity) {
    let left = portions
    const { lookAt } = looks(things, (await readHints(things.name)) ?? [])
    return fillGap(things, tiles, place, lookAt, () => --left > 0)
  }

  test('is the newest tile without chunks', async () => {
    const [tile] = await makeTiles(newThings(), everything, [rowOf(1)])
    if (!tile) throw new Error('It was made.')
    expect(gapAmong([tile, gap('1'), gap('2')])).toBe(1)
    expect(gapAmong([tile])).toBe(-1)
  })

  test('is covered by rows of what is there, as it is by now', async () => {
    const things = newThings()
    await readHints(things.name)
    const ids: string[] = []
    for (const ago of [1, 3, 4, 5]) ids.push(await addThing(things, ago))
    const [, noted = '', gone = '', last = ''] = ids
    await changeState(things, noted, () => ({ note: 'x' }))
    await remove(things, gone)
    const { tiles, ...rest } = await fill(things, [gap(coverableFrom())])
    expect(rest).toEqual({ place: 0, replaced: 1 })
    expect(await idsIn(things, tiles)).toEqual([[noted, last]])
    const [chunks] = tiles.flatMap((tile) => tile.chunks ?? [])
    const [row] = chunks ? await allRows(things, chunks) : []
    expect(row?.state.note).toBe('x')
  })

  test('is covered in part, the newest first, where there is no time for all of it', async () => {
    const things = newThings()
    await readHints(things.name)
    const ids: string[] = []
    for (let ago = 3; ago < 13; ago++) ids.push(await addThing(things, ago))
    const from = coverableFrom()
    const [older] = await makeTiles(things, { from: at(20), to: OLDEST }, [])
    if (!older) throw new Error('It was made.')
    const { tiles, replaced } = await fill(things, [gap(from), older], 0, 1)
    expect(replaced).toBe(1)
    expect(await idsIn(things, tiles)).toEqual([ids.slice(0, 4), null])
    expect(tiles.map((tile) => tile.from)).toEqual([from, ids[4]])
    const more = await fill(things, [...tiles, older], 1, 2)
    expect(await idsIn(things, more.tiles)).toEqual([ids.slice(4)])
    expect(more).toMatchObject({ place: 1, replaced: 2 })
  })

  test('becomes one with the tile behind it, as that is by now, where both have room in one', async () => {
    const things = newThings()
    await readHints(things.name)
    const ids: string[] = []
    for (const ago of [3, 4, 10, 11]) ids.push(await addThing(things, ago))
    const behind = await fill(things, [gap(at(9))])
    await remove(things, ids[3] ?? '')
    const tiles = [gap(at(2)), ...behind.tiles]
    const both = await fill(things, tiles)
    expect(both).toMatchObject({ place: 0, replaced: 2 })
    expect(await idsIn(things, both.tiles)).toEqual([ids.slice(0, 3)])
    expect(both.tiles[0]?.from).toBe(at(2))
    for (const ago of [3.1, 3.2, 3.3]) await addThing(things, ago)
    const apart = await fill(things, tiles)
    expect(apart).toMatchObject({ replaced: 1, tiles: [{ from: at(2) }] })
  })

  test('counts the held ones behind it too', async () => {
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

  test('is in a tile once it is no longer open, where there is anything in it', async () => {
    const things = newThings()
    expect(await withOpenPart(things, tiles, [])).toEqual(tiles)
    const ids = { young: newId(clock.now), old: newId(clock.now - 3 * HOUR) }
    expect(await withOpenPart(things, tiles, [{ id: ids.young }])).toEqual(tiles)
    const more = [gap(coverableFrom()), ...tiles]
    expect(await withOpenPart(things, tiles, [{ id: ids.old }])).toEqual(more)
    await addThing(things, 1)
    expect(await withOpenPart(things, tiles, [])).toEqual(tiles)
    await addThing(things, 3)
    expect(await withOpenPart(things, tiles, [])).toEqual(more)
  })

  test('is none where all of it is in a tile', async () => {
    const things = newThings()
    await addThing(things, 3)
    for (const from of [coverableFrom(), at(1)]) {
      const asked = await askedIn(async () =>
        expect(await withOpenPart(things, [gap(from)], [])).toEqual([gap(from)]),
      )
      expect(asked).toEqual([])
    }
  })
})

describe('what hints speak of', () => {
  test('is looked at once for each record of the span', async () => {
    const things = newThings()
    await readHints(things.name)
    const [young, gone, old] = [
      await addThing(things, 3),
      await addThing(things, 4),
      await addThing(things, 9),
    ]
    await changeState(things, young, () => ({ note: 'x' }))
    await changeState(things, young, () => ({ note: 'y' }))
    await remove(things, gone)
    const { looked, unlooked, lookAt } = looks(things, (await readHints(things.name)) ?? [])
    const changes = await lookAt({ from: NEWEST, to: old })
    expect([...changes].map(([id, row]) => [id, row?.state.note])).toEqual([
      [young, 'y'],
      [gone, undefined],
    ])
    expect(changes.get(gone)).toBeNull()
    expect([...looked.keys()]).toEqual([young, gone])
    expect(unlooked.size).toBe(0)
  })

  test('and never was there is believed only of a store that has the rest', async () => {
    const things = newThings()
    await readHints(things.name)
    const id = newId(clock.now)
    const { lookAt } = looks(things, [{ key: '', id, awaits: 'record', at: 0 }])
    expect((await lookAt(everything)).get(id)).toBeNull()
    await kv.remove(`hint/${things.name}/-`)
    await expect(lookAt(everything)).rejects.toThrow('A key that is always there is not.')
    const there = await addThing(things)
    await hint(things.name, there, 'record')
    const known = looks(things, [{ key: '', id: there, awaits: 'record', at: 0 }])
    expect((await known.lookAt(everything)).get(there)?.id).toBe(there)
  })
})
