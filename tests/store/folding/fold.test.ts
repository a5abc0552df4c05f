import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fold } from '#server/collections/folding/fold.ts'
import { tileSize, useTileSize } from '#server/collections/folding/make-tiles.ts'
import type { Collection } from '#server/collections/collection.ts'
import { total } from '#server/collections/list.ts'
import { add, changeState, remove } from '#server/collections/records.ts'
import { hint, readHints } from '#server/collections/rows/hints.ts'
import { chunkNames, readManifest } from '#server/collections/rows/manifest.ts'
import { withRequestContext } from '#server/http/request-context.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { chunkKeys, forget, rowTexts } from '../../api/rows.ts'
import {
  foldAll,
  addThing,
  askedIn,
  clock,
  HOUR,
  newThings,
  recordOf,
  SPAM,
  useThings,
  whileFailing,
  whileOther,
  whileUnheard,
} from '../things.ts'

useThings()
const usual = tileSize()
beforeEach(() => useTileSize(4))
afterEach(() => useTileSize(usual))

const note = () => ({ note: 'Zoë rang.' })
const hoursAgo = (hours: number) => clock.now - hours * HOUR

/** Records of these hours, folded. */
async function folded(...hours: number[]) {
  const things = newThings()
  const ids: string[] = []
  for (const ago of hours) ids.push(await addThing(things, ago))
  expect(await foldAll(things)).toBe(true)
  return { things, ids }
}

/** How many rows each tile has, shown and held. */
const tilesOf = async ({ name }: Collection) =>
  (await readManifest(name))?.tiles.map(
    ({ chunks }) => chunks && [chunks.shown.rows, chunks.hidden.rows],
  )
const hintsOf = async ({ name }: Collection) => (await readHints(name))?.map(({ id }) => id)
const writes = (asked: readonly string[]) => asked.filter((one) => !one.startsWith('get'))

/** The keys of the chunks that the manifest names. */
async function namedKeys({ name }: Collection) {
  const { tiles = [] } = (await readManifest(name)) ?? {}
  return chunkNames(tiles).map((chunk) => `rows/${name}/${chunk}`)
}

/** The chunks that the manifest names are there, and no others. */
const expectTidy = async (things: Collection) =>
  expect((await chunkKeys(things.name)).sort()).toEqual((await namedKeys(things)).sort())

describe('a fold', () => {
  test('puts what is no longer open into tiles of some rows, and then has nothing to do', async () => {
    const { things } = await folded(1, 3, 4, 5, 6, 7, 8, 9)
    await addThing(things, 5.5, SPAM)
    await foldAll(things)
    expect(await tilesOf(things)).toEqual([
      [3, 1],
      [4, 0],
    ])
    await expectTidy(things)
    expect(writes(await askedIn(() => foldAll(things)))).toEqual([])
    clock.now += 2 * HOUR
    expect(await foldAll(things)).toBe(true)
    // What is added is one with the tile behind it, as long as that has room.
    expect(await tilesOf(things)).toEqual([
      [4, 1],
      [4, 0],
    ])
    await expectTidy(things)
  })

  test('makes a tile of its own of what is new where the newest one is full', async () => {
    const { things } = await folded(3, 4, 5, 6, 7, 8)
    expect(await tilesOf(things)).toEqual([[6, 0]])
    await addThing(things, 1)
    clock.now += 2 * HOUR
    await foldAll(things)
    expect(await tilesOf(things)).toEqual([
      [1, 0],
      [6, 0],
    ])
    expect((await total(things)).shown.rows).toBe(7)
  })

  test('makes one tile of what is new and a tile that has changed', async () => {
    const { things, ids } = await folded(3, 4)
    await addThing(things, 1)
    await changeState(things, ids[0] ?? '', note)
    clock.now += 2 * HOUR
    expect(await foldAll(things)).toBe(true)
    expect(await tilesOf(things)).toEqual([[3, 0]])
    expect(await rowTexts(things.name)).toContain('Zoë rang.')
    expect(await hintsOf(things)).toEqual([])
  })

  test('of a collection without anything is done at once', async () => {
    const things = newThings()
    expect(await foldAll(things)).toBe(true)
    expect(await chunkKeys(things.name)).toEqual([])
    clock.now += HOUR
    expect(writes(await askedIn(() => foldAll(things)))).toEqual([])
  })

  test('looks again at what hints speak of, and lets them go', async () => {
    const { things, ids } = await folded(3, 4, 5, 6)
    const [noted = '', gone = '', , held = ''] = ids
    await changeState(things, noted, note)
    await changeState(things, held, () => ({ isHeld: true }))
    await remove(things, gone)
    await add(things, recordOf(newId(hoursAgo(4.5))))
    expect(await foldAll(things)).toBe(true)
    expect(await tilesOf(things)).toEqual([[3, 1]])
    expect(await hintsOf(things)).toEqual([])
    const texts = await rowTexts(things.name)
    expect(texts).toContain('Zoë rang.')
    expect(texts).not.toContain(gone)
    await expectTidy(things)
  })

  test('erases what is left of a removed record once no row has it', async () => {
    const { things, ids } = await folded(3, 4)
    const [gone = ''] = ids
    await remove(things, gone)
    await kv.put(`rec/${things.name}/${gone}`, recordOf(gone))
    await kv.put(`state/${things.name}/${gone}`, null)
    await foldAll(things)
    expect(await kv.list(`rec/${things.name}/`)).toEqual([`rec/${things.name}/${ids[1]}`])
    expect(await kv.list(`state/${things.name}/`)).toEqual([])
  })

  test('lets no hint go whose change has not come, nor one of what is open', async () => {
    const { things, ids } = await folded(1, 3, 4)
    const [young = '', old = ''] = ids
    await hint(things.name, old, 1)
    await changeState(things, young, note)
    const asked = await askedIn(() => foldAll(things))
    expect(writes(asked)).toEqual([])
    expect(new Set(await hintsOf(things))).toEqual(new Set([young, old]))
    // Nobody is under way with it any more.
    clock.now += HOUR + 1
    await foldAll(things)
    expect(await hintsOf(things)).toEqual([])
  })

  test('takes in what has come, beside what has not', async () => {
    const { things, ids } = await folded(3, 4)
    await hint(things.name, ids[0] ?? '', 1)
    await changeState(things, ids[1] ?? '', note)
    await foldAll(things)
    expect(await rowTexts(things.name)).toContain('Zoë rang.')
    expect(await hintsOf(things)).toEqual([ids[0]])
  })

  test('is given up where storage fails', async () => {
    const { things } = await folded(3)
    const failing = whileFailing(/prefix=hint/, () => foldAll(things))
    await expect(failing).rejects.toMatchObject({ name: 'StorageDown' })
  })

  test('writes a tile anew only where a row of it is another one', async () => {
    const { things, ids } = await folded(3, 4, 5)
    const before = await chunkKeys(things.name)
    await hint(things.name, ids[1] ?? '', 'record')
    await foldAll(things)
    expect(await chunkKeys(things.name)).toEqual(before)
    expect(await hintsOf(things)).toEqual([])
  })

  test('makes rows anew where a chunk or the manifest is lost', async () => {
    const { things, ids } = await folded(3, 4, 5, 6, 7, 8, 9)
    for (const id of ids) await changeState(things, id, note)
    const [lost = ''] = await chunkKeys(things.name)
    await kv.remove(lost)
    forget()
    expect(await foldAll(things)).toBe(true)
    expect(await hintsOf(things)).toEqual([])
    expect((await total(things)).shown.rows).toBe(7)
    await kv.remove(`rows/${things.name}/manifest`)
    expect(await foldAll(things)).toBe(true)
    expect(await tilesOf(things)).toEqual([
      [3, 0],
      [4, 0],
    ])
  })
})

describe('there is time', () => {
  test('for nothing, or for what a request has left', async () => {
    const things = newThings()
    await addThing(things, 3)
    expect(await fold(things, 0)).toBe(false)
    const within = (ms: number) => withRequestContext(undefined, () => fold(things), ms)
    expect(await askedIn(() => within(1_500))).toEqual([])
    expect(await within(60_000)).toBe(true)
    expect(await tilesOf(things)).toEqual([[1, 0]])
  })

  test('for eight changed tiles in one commit; the others come in the next one', async () => {
    useTileSize(1)
    const { things, ids } = await folded(...Array.from({ length: 10 }, (_, i) => 3 + i))
    expect(await tilesOf(things)).toHaveLength(10)
    for (const id of ids) await changeState(things, id, note)
    const asked = (await askedIn(() => foldAll(things))).filter((one) =>
      one.startsWith('put rows/'),
    )
    const commits = asked.flatMap((one, place) => (one.endsWith('/manifest') ? [place] : []))
    expect(commits).toEqual([8, 11])
    expect(await hintsOf(things)).toEqual([])
    await expectTidy(things)
  })
})

describe('where time is over', () => {
  /** Folds until such a request comes. */
  function foldUntil(request: RegExp, things: Collection) {
    let ms = 0
    vi.spyOn(performance, 'now').mockImplementation(() => ms)
    const end = () => {
      ms = 10_000
      return Promise.resolve()
    }
    return whileOther(request, end, () => fold(things))
  }

  test('what has rows is kept, and the rest comes next time', async () => {
    const things = newThings()
    for (let ago = 3; ago < 13; ago++) await addThing(things, ago)
    expect(await foldUntil(/^get rec/, things)).toBe(false)
    expect(await tilesOf(things)).toEqual([[4, 0], null])
    vi.spyOn(performance, 'now').mockImplementation(() => 0)
    expect(await foldAll(things)).toBe(true)
    expect(await tilesOf(things)).toEqual([
      [4, 0],
      [6, 0],
    ])
  })

  test('what has changed in other tiles comes next time', async () => {
    useTileSize(1)
    const { things, ids } = await folded(3, 4)
    for (const id of ids) await changeState(things, id, note)
    expect(await foldUntil(/^get rec/, things)).toBe(false)
    expect(await hintsOf(things)).toEqual([ids[1]])
  })
})

describe('of two who fold at once', () => {
  test('one has worked in vain, and nothing of its work is left', async () => {
    const { things, ids } = await folded(3, 4, 5)
    await changeState(things, ids[0] ?? '', note)
    const other = () => foldAll(things)
    expect(await whileOther(/^put rows\/.*manifest/, other, () => foldAll(things))).toBe(true)
    await expectTidy(things)
    expect(await rowTexts(things.name)).toContain('Zoë rang.')
    expect(await hintsOf(things)).toEqual([])
  })

  test('neither takes away what the other one has put there', async () => {
    const { things, ids } = await folded(3, 4, 5)
    await changeState(things, ids[0] ?? '', note)
    const lose = async () => {
      await remove(things, ids[1] ?? '')
      await foldAll(things)
    }
    await whileOther(/^put rows\/.*manifest/, lose, () => foldAll(things))
    forget()
    expect((await total(things)).shown.rows).toBe(2)
    await expectTidy(things)
  })

  test('the one whose work was in vain does it again', async () => {
    const { things, ids } = await folded(3, 4)
    await changeState(things, ids[0] ?? '', note)
    const key = `rows/${things.name}/manifest`
    const touch = async () => kv.put(key, (await kv.get(key))?.value)
    expect(await whileOther(/^put rows\/.*manifest/, touch, () => foldAll(things))).toBe(true)
    expect(await rowTexts(things.name)).toContain('Zoë rang.')
    expect(await hintsOf(things)).toEqual([])
    await expectTidy(things)
  })

  test('nobody removes what the other one has built on, heard of or not', async () => {
    useTileSize(1)
    const { things, ids } = await folded(3, 4)
    await changeState(things, ids[0] ?? '', note)
    const other = async () => {
      await changeState(things, ids[1] ?? '', note)
      await foldAll(things)
    }
    await whileUnheard(/^put rows\/.*manifest/, other, () => foldAll(things))
    const keys = await chunkKeys(things.name)
    expect(keys).toEqual(expect.arrayContaining(await namedKeys(things)))
    expect(await rowTexts(things.name)).toContain('Zoë rang.')
  })
})
