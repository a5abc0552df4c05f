import { describe, expect, test, vi } from 'vitest'
import { fold } from '#server/collections/rows/fold.ts'
import { useTileSize } from '#server/collections/rows/tiles.ts'
import type { Collection } from '#server/collections/collection.ts'
import { total } from '#server/collections/counts.ts'
import { remove, changeState } from '#server/collections/change.ts'
import { withRequestContext } from '#server/storage/request-context.ts'
import * as kv from '#server/storage/kv.ts'
import { chunkKeys, forget, rowTexts } from '../../api/rows.ts'
import {
  foldAll,
  addThing,
  askedIn,
  clock,
  newThings,
  whileEachTime,
  whileOther,
  whileUnheard,
} from '../things.ts'

import { expectTidy, folded, hintsOf, namedKeys, note, tilesOf, useFolding } from './folded.ts'

useFolding()

describe('a fold has time', () => {
  test('only until its limit, and until the request’s limit', async () => {
    const things = newThings()
    await addThing(things, 3)
    expect(await fold(things, 0)).toBe(false)
    const within = (ms: number) => withRequestContext('dev', () => fold(things), { storageMs: ms })
    expect(await askedIn(() => within(1_500))).toEqual([])
    expect(await within(60_000)).toBe(true)
    expect(await tilesOf(things)).toEqual([[1, 0]])
  })

  test('for eight changed tiles in one commit; the next commit has the others', async () => {
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

describe('when time is over', () => {
  /** Folds until a matching request; then the time is over. */
  function foldUntil(request: RegExp, things: Collection) {
    let ms = 0
    vi.spyOn(performance, 'now').mockImplementation(() => ms)
    const end = () => {
      ms = 10_000
      return Promise.resolve()
    }
    return whileOther(request, end, () => fold(things))
  }

  test('a fold keeps its finished rows, and the next fold makes the rest', async () => {
    const things = newThings()
    for (let ago = 3; ago < 13; ago++) await addThing(things, ago)
    expect(await foldUntil(/^get rec/, things)).toBe(false)
    expect(await tilesOf(things)).toEqual([[6, 0], null])
    vi.spyOn(performance, 'now').mockImplementation(() => 0)
    expect(await foldAll(things)).toBe(true)
    expect(await tilesOf(things)).toEqual([
      [6, 0],
      [4, 0],
    ])
  })

  test('the next fold applies the changes of other tiles', async () => {
    useTileSize(1)
    const { things, ids } = await folded(3, 4)
    for (const id of ids) await changeState(things, id, note)
    expect(await foldUntil(/^get rec/, things)).toBe(false)
    expect(await hintsOf(things)).toEqual([ids[1]])
  })
})

test('a new record during a fold delays no older record', async () => {
  const things = newThings()
  // With each commit, one more record is old enough. There is time for four commits.
  await total(things)
  for (let ago = 3; ago < 13; ago++) await addThing(things, ago)
  for (let minutes = 5; minutes < 60; minutes += 10) await addThing(things, 2 - minutes / 60)
  let commits = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (commits < 4 ? 0 : Infinity))
  const goOn = () => {
    commits++
    clock.now += 10 * 60_000
    return Promise.resolve()
  }
  await whileEachTime(/^put rows\/.*manifest/, goOn, () => fold(things, 1))
  // The older records are counted first, then a young one.
  expect(await tilesOf(things)).toEqual([
    [1, 0],
    [6, 0],
    [4, 0],
  ])
})

describe('two simultaneous folds', () => {
  test('leave no chunk of the fold that loses', async () => {
    const { things, ids } = await folded(3, 4, 5)
    await changeState(things, ids[0] ?? '', note)
    const other = () => foldAll(things)
    expect(await whileOther(/^put rows\/.*manifest/, other, () => foldAll(things))).toBe(true)
    await expectTidy(things)
    expect(await rowTexts(things.name)).toContain('Zoë rang.')
    expect(await hintsOf(things)).toEqual([])
  })

  test('remove no chunk that the other fold has written', async () => {
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

  test('both succeed, because the fold that loses runs again', async () => {
    const { things, ids } = await folded(3, 4)
    await changeState(things, ids[0] ?? '', note)
    const key = `rows/${things.name}/manifest`
    const touch = async () => kv.put(key, (await kv.get(key))?.value)
    expect(await whileOther(/^put rows\/.*manifest/, touch, () => foldAll(things))).toBe(true)
    expect(await rowTexts(things.name)).toContain('Zoë rang.')
    expect(await hintsOf(things)).toEqual([])
    await expectTidy(things)
  })

  test('keep all named chunks if one fold’s commit was lost on the way back', async () => {
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
