import { describe, expect, test } from 'vitest'
import type { Collection } from '#server/collections/collection.ts'
import { add } from '#server/collections/records.ts'
import { remove, changeState } from '#server/collections/change.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { hint } from '#server/collections/rows/hints.ts'
import { openFrom, readManifest } from '#server/collections/rows/manifest.ts'
import { LostChunk } from '#server/collections/rows/chunk.ts'
import { withView } from '#server/collections/rows/view.ts'
import { laterWork, withRequestContext } from '#server/storage/request-context.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { chunkKeys, forget } from '../../api/rows.ts'
import { requestName } from '../../request-name.ts'
import { foldAll, askedIn, clock, HOUR, intercepting, newThings, recordOf } from '../things.ts'
import { seeAll, thingsOf, useViews } from './viewed.ts'

useViews()

describe('a view', () => {
  test('has each id in one part, newest part first, before and after a fold', async () => {
    const { things, ids } = await thingsOf(-0.5, 0, 1, 3, 4, 5, 6)
    const spans = await withView(things, ({ segments }) =>
      Promise.resolve(segments.map(({ span }) => span)),
    )
    expect(spans[0]?.from).toBe(openFrom())
    expect(spans.at(-1)?.to).toBe('~')
    expect(await seeAll(things)).toEqual({ shown: ids, held: [] })
    await foldAll(things)
    expect((await readManifest(things.name))?.tiles.length).toBeGreaterThan(1)
    expect(await seeAll(things)).toEqual({ shown: ids, held: [] })
    const { segments } = await withView(things, (view) => Promise.resolve(view))
    for (const [i, { span }] of segments.entries()) {
      expect(span.to).toBe(segments[i + 1]?.span.from ?? '~')
    }
  })

  test.each([0, 3])('shows changes of records %d hours old at once', async (ago) => {
    const { things, ids } = await thingsOf(ago, ago + 0.1, ago + 0.2, ago + 0.3)
    const [gone = '', held = '', seen = '', plain = ''] = ids
    for (let folds = 0; folds < 2; folds++) {
      const noteIt = (id: string) => changeState(things, id, () => ({ note: `${folds}` }))
      await noteIt(seen)
      const row = await withView(things, async ({ segments }) => {
        const all = await Promise.all(segments.map((one) => one.rows(false)))
        return all.flatMap((rows) => rows.all()).find(({ id }) => id === seen)
      })
      expect(row?.state.note).toBe(`${folds}`)
      await foldAll(things)
    }
    await remove(things, gone)
    expect(await seeAll(things)).toEqual({ shown: [held, seen, plain], held: [] })
    await changeState(things, held, () => ({ isHeld: true }))
    expect(await seeAll(things)).toEqual({ shown: [seen, plain], held: [held] })
    const late = newId(clock.now - (ago + 0.25) * HOUR)
    await add(things, recordOf(late))
    expect(await seeAll(things)).toEqual({ shown: [seen, late, plain], held: [held] })
  })

  test('of rows in an earlier format is correct, even if several readers rebuild them', async () => {
    const { things, ids } = await thingsOf(0, 1, 3, 4, 5, 6)
    const [young = '', , noted = '', gone = ''] = ids
    await foldAll(things)
    await changeState(things, noted, () => ({ note: 'x' }))
    await changeState(things, young, () => ({ isHeld: true }))
    await remove(things, gone)
    const key = `rows/${things.name}/manifest`
    const chunk = { name: 'earlier', rows: 2, unseen: 2, unanswered: 2 }
    const chunks = { shown: chunk, hidden: { ...chunk, name: '', rows: 0 } }
    await kv.put(key, { format: 1, tiles: [{ from: '0', chunks }] })
    await kv.putFile(`rows/${things.name}/earlier`, new ArrayBuffer(99))
    await kv.putFile(`rows/${things.name}/recent`, new ArrayBuffer(99))
    forget()
    const shown = ids.filter((id) => id !== young && id !== gone)
    expect(await seeAll(things)).toEqual({ shown, held: [young] })
    await kv.put(key, { format: 1, tiles: [{ from: '0', chunks }] })
    const all = await Promise.all([seeAll(things), fold(things), seeAll(things), fold(things)])
    expect(all[0]).toEqual({ shown, held: [young] })
    await foldAll(things)
    expect((await readManifest(things.name))?.tiles.some((tile) => tile.chunks)).toBe(true)
    expect(await seeAll(things)).toEqual({ shown, held: [young] })
  })

  test('reads a young record once, and its state once for each change', async () => {
    const { things, ids } = await thingsOf(0, 0.05, 0.1)
    const reads = async () =>
      (await askedIn(() => seeAll(things))).filter((one) => /get (rec|state)\//.test(one)).length
    // More than one record has changed, so the states are listed.
    for (const id of ids) await changeState(things, id, () => ({ note: 'x' }))
    expect(await reads()).toBe(3)
    expect(await reads()).toBe(0)
    await changeState(things, ids[0] ?? '', () => ({ note: 'y' }))
    expect(await reads()).toBe(1)
    forget()
    expect(await reads()).toBe(6)
  })

  test('lists states and removals of young records only if hints name several', async () => {
    const { things, ids } = await thingsOf(0, 0.05, 0.1, 3)
    const listed = async () =>
      (await askedIn(() => seeAll(things)))
        .flatMap((one) => /^get prefix=(rec|gone|state)\/[^/]+\/(?=8)/.exec(one)?.[1] ?? [])
        .filter((root, place, all) => all.indexOf(root) === place)
        .sort()
    const [first = '', second = '', , old = ''] = ids
    await foldAll(things)
    // A change of an old record needs no listing of young ones.
    await changeState(things, old, () => ({ note: 'x' }))
    expect(await listed()).toEqual(['rec'])
    await changeState(things, first, () => ({ note: 'x' }))
    expect(await listed()).toEqual(['rec'])
    await changeState(things, second, () => ({ note: 'x' }))
    expect(await listed()).toEqual(['gone', 'rec', 'state'])
  })
})

describe('the derived files', () => {
  test.each(['manifest', 'hints'])('are made again if the %s is lost', async (what) => {
    const { things, ids } = await thingsOf(0, 3, 4, 5)
    await foldAll(things)
    await remove(things, ids[3] ?? '')
    const root = what === 'hints' ? `hint/${things.name}/` : `rows/${things.name}/manifest`
    for (const key of await kv.list(root)) await kv.remove(key)
    expect(await seeAll(things)).toEqual({ shown: ids.slice(0, 3), held: [] })
  })

  test('are read again if a chunk is lost, and its rows are found by their keys', async () => {
    const { things, ids } = await thingsOf(0, 3, 4, 5, 6, 7)
    await foldAll(things)
    const [lost = ''] = await chunkKeys(things.name)
    await kv.remove(lost)
    forget()
    expect(await seeAll(things)).toEqual({ shown: ids, held: [] })
    const tiles = (await readManifest(things.name))?.tiles ?? []
    expect(tiles.filter(({ chunks }) => chunks === null)).toHaveLength(1)
  })

  test('are given up after many lost chunks; another error is thrown at once', async () => {
    const { things } = await thingsOf(0)
    let tries = 0
    const losing = withView(things, () => {
      tries++
      return Promise.reject(new LostChunk('nowhere'))
    })
    await expect(losing).rejects.toMatchObject({
      name: 'StorageDown',
      message: 'Rows are lost faster than they can be made.',
    })
    expect(tries).toBe(10)
    const broken = withView(things, () => Promise.reject(new RangeError('No.')))
    await expect(broken).rejects.toThrow(RangeError)
  })
})

describe('a fold', () => {
  const isAskedFor = (things: Collection) =>
    withRequestContext('dev', async () => {
      await seeAll(things)
      return [...laterWork().keys()]
    })

  test('is scheduled after the answer if ids have no rows or many have changed', async () => {
    const { things } = await thingsOf(3, 4)
    const later = [`fold ${things.name}`]
    expect(await isAskedFor(things)).toEqual(later)
    await foldAll(things)
    expect(await isAskedFor(things)).toEqual([])
    for (let i = 0; i < 20; i++) await hint(things.name, newId(clock.now - 3 * HOUR), 1)
    // Hints of young records do not count.
    for (let i = 0; i < 9; i++) await hint(things.name, newId(clock.now), 1)
    expect(await isAskedFor(things)).toEqual([])
    await hint(things.name, newId(clock.now - 3 * HOUR), 1)
    expect(await isAskedFor(things)).toEqual(later)
    const work = await withRequestContext('dev', async () => {
      await seeAll(things)
      return laterWork().get(later[0] ?? '')
    })
    const asked = await askedIn(() => work?.() ?? Promise.resolve())
    expect(asked.some((one) => one.includes(`hint/${things.name}/`))).toBe(true)
  })
})

test('looks at a new list at the same moment find nothing, and refuse nothing', async () => {
  const things = newThings()
  const looks = [1, 2, 3]
  const haveListed = Promise.withResolvers<undefined>()
  let lists = 0
  const seen = intercepting(
    (storage) => async (input, init) => {
      const name = requestName(input, init)
      // Nobody makes the key that proves a listing before all have listed twice.
      if (name.startsWith(`get prefix=rec/${things.name}/`)) lists++
      if (lists === 2 * looks.length) haveListed.resolve(undefined)
      if (name.startsWith(`put rec/${things.name}/`)) await haveListed.promise
      return storage(input, init)
    },
    () => Promise.all(looks.map(() => seeAll(things))),
  )
  expect(await seen).toEqual(looks.map(() => ({ shown: [], held: [] })))
})
