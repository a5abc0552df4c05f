import { describe, expect, test } from 'vitest'
import { total } from '#server/collections/counts.ts'
import { add } from '#server/collections/records.ts'
import { remove, changeState } from '#server/collections/change.ts'
import { hint } from '#server/collections/rows/hints.ts'
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
  whileFailing,
} from '../things.ts'

import {
  expectTidy,
  folded,
  hintsOf,
  hoursAgo,
  note,
  tilesOf,
  useFolding,
  writes,
} from './folded.ts'

useFolding()

describe('a fold', () => {
  test('puts records that are no longer open into tiles, and then has nothing to do', async () => {
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
    // New records join the next tile if it has room.
    expect(await tilesOf(things)).toEqual([
      [4, 1],
      [4, 0],
    ])
    await expectTidy(things)
  })

  test('makes a new tile for new records if the newest tile is full', async () => {
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

  test('merges new records and a changed tile into one tile', async () => {
    const { things, ids } = await folded(3, 4)
    await addThing(things, 1)
    await changeState(things, ids[0] ?? '', note)
    clock.now += 2 * HOUR
    expect(await foldAll(things)).toBe(true)
    expect(await tilesOf(things)).toEqual([[3, 0]])
    expect(await rowTexts(things.name)).toContain('Zoë rang.')
    expect(await hintsOf(things)).toEqual([])
  })

  test('of an empty collection is done at once', async () => {
    const things = newThings()
    expect(await foldAll(things)).toBe(true)
    expect(await chunkKeys(things.name)).toEqual([])
    clock.now += HOUR
    expect(writes(await askedIn(() => foldAll(things)))).toEqual([])
  })

  test('reads the records of hints again, and removes the hints', async () => {
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

  test('erases the leftovers of a removed record after no row has it', async () => {
    const { things, ids } = await folded(3, 4)
    const [gone = ''] = ids
    await remove(things, gone)
    await kv.put(`rec/${things.name}/${gone}`, recordOf(gone))
    await kv.put(`state/${things.name}/${gone}`, { version: 0, revision: 1 })
    await foldAll(things)
    expect(await kv.list(`rec/${things.name}/`)).toEqual([`rec/${things.name}/${ids[1]}`])
    expect(await kv.list(`state/${things.name}/`)).toEqual([])
  })

  test('keeps a hint until its change has come, and keeps hints of the open part', async () => {
    const { things, ids } = await folded(1, 3, 4)
    const [young = '', old = ''] = ids
    await hint(things.name, old, 1)
    await changeState(things, young, note)
    const asked = await askedIn(() => foldAll(things))
    expect(writes(asked)).toEqual([])
    expect(new Set(await hintsOf(things))).toEqual(new Set([young, old]))
    // After an hour, no writer can still be working on the change.
    clock.now += HOUR + 1
    await foldAll(things)
    expect(await hintsOf(things)).toEqual([])
  })

  test('applies the changes that have come, and keeps the hint of a missing one', async () => {
    const { things, ids } = await folded(3, 4)
    await hint(things.name, ids[0] ?? '', 1)
    await changeState(things, ids[1] ?? '', note)
    await foldAll(things)
    expect(await rowTexts(things.name)).toContain('Zoë rang.')
    expect(await hintsOf(things)).toEqual([ids[0]])
  })

  test('stops if storage fails', async () => {
    const { things } = await folded(3)
    const failing = whileFailing(/prefix=hint/, () => foldAll(things))
    await expect(failing).rejects.toMatchObject({ name: 'StorageDown' })
  })

  test('rewrites a tile only if one of its rows has changed', async () => {
    const { things, ids } = await folded(3, 4, 5)
    const before = await chunkKeys(things.name)
    await hint(things.name, ids[1] ?? '', 'record')
    await foldAll(things)
    expect(await chunkKeys(things.name)).toEqual(before)
    expect(await hintsOf(things)).toEqual([])
  })

  test('makes the rows again if a chunk or the manifest is lost', async () => {
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
