import { describe, expect, test } from 'vitest'
import { remove, changeState } from '#server/collections/change.ts'
import {
  hint,
  isDone,
  rebuild,
  readHints,
  requireStore,
  type Hint,
} from '#server/collections/rows/hints.ts'
import { readManifest } from '#server/collections/rows/manifest.ts'
import { readCurrent, type Current } from '#server/collections/current.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { addThing, clock, HOUR, intercepting, isListing, newThings, useThings } from '../things.ts'

useThings()

/** The hints of a collection, without their keys. Makes the manifest of a new collection first. */
async function hintsOf(name: string) {
  const hints = (await readHints(name)) ?? (await readHints(name))
  return hints?.map(({ id, awaits, at }) => ({ id, awaits, at }))
}

/** Runs `act`. The first listings are empty and so lack even the key that always exists. */
const forgetful = (times: number, act: () => Promise<unknown>) => {
  let left = times
  return intercepting(
    (storage) => async (input, init) => {
      const answer = await storage(input, init)
      if (!isListing(input) || left-- <= 0) return answer
      return Response.json({ blobs: [], directories: [] }, { headers: answer.headers })
    },
    act,
  )
}

describe('hints', () => {
  test('each name a record, the awaited change and the time of the hint', async () => {
    const { name } = newThings()
    expect(await hintsOf(name)).toEqual([])
    const [one, other] = [newId(clock.now), newId(clock.now - HOUR)]
    await hint(name, one, 'removal')
    clock.now++
    for (let i = 0; i < 2; i++) await hint(name, one, 12)
    await hint(name, other, 'record')
    expect(await hintsOf(name)).toEqual([
      { id: one, awaits: 12, at: clock.now },
      { id: one, awaits: 12, at: clock.now },
      { id: one, awaits: 'removal', at: clock.now - 1 },
      { id: other, awaits: 'record', at: clock.now },
    ])
    const [first] = (await readHints(name)) ?? []
    expect(first?.key).toMatch(
      new RegExp(`^hint/${name}/${one}\\.12\\.${clock.now}\\.[0-9a-f]{12}$`),
    )
  })

  test('that may be lost cause a rebuild, and the reader starts again', async () => {
    const { name } = newThings()
    await hintsOf(name)
    const before = await readManifest(name)
    for (const key of await kv.list(`hint/${name}/`)) await kv.remove(key)
    await expect(requireStore(name)).rejects.toThrow('A key that is always there is not.')
    expect(await readHints(name)).toBeNull()
    expect((await readManifest(name))?.etag).not.toBe(before?.etag)
    await expect(requireStore(name)).resolves.toBeUndefined()
    expect(await readHints(name)).toEqual([])
  })

  test('that one listing lacks are listed again, without a rebuild', async () => {
    const { name } = newThings()
    await hintsOf(name)
    const before = await readManifest(name)
    await forgetful(1, async () => expect(await readHints(name)).toEqual([]))
    const missing = { name: 'StorageDown', message: 'A listing lacks a key that is there.' }
    await forgetful(2, () => expect(readHints(name)).rejects.toMatchObject(missing))
    expect(await readManifest(name)).toEqual(before)
  })
})

test('a rebuild writes hints for changes of young records, and none for old ones', async () => {
  const things = newThings()
  await hintsOf(things.name)
  const ids: string[] = []
  for (const ago of [-0.5, 0, 1, 1.9, 2.1, 5]) ids.push(await addThing(things, ago))
  const [future = '', changed = '', removed = '', , old = ''] = ids
  for (const id of [future, changed, old]) await changeState(things, id, () => ({ note: 'x' }))
  await remove(things, removed)
  for (const { key } of (await readHints(things.name)) ?? []) await kv.remove(key)
  await rebuild(things.name)
  expect((await hintsOf(things.name))?.map(({ id, awaits }) => [id, awaits])).toEqual([
    [future, 'record'],
    [changed, 'record'],
    [removed, 'removal'],
  ])
  expect((await readManifest(things.name))?.tiles).toMatchObject([{ chunks: null }])
})

describe('a hint is done', () => {
  const told = async (awaits: Hint['awaits'], current?: Partial<Current>, ago = 0) => {
    const things = newThings()
    const id = await addThing(things)
    const looked = new Map(
      current ? [[id, { ...(await readCurrent(things, id)), ...current }]] : [],
    )
    return isDone({ key: '', id, awaits, at: clock.now - ago }, looked)
  }
  const state = (revision: number) => ({ state: { version: 0, revision } })

  test('when the awaited change is there', async () => {
    expect(await told('record', {})).toBe(true)
    expect(await told('record', { record: null })).toBe(false)
    expect(await told('removal', {})).toBe(false)
    expect(await told(3, state(2))).toBe(false)
    expect(await told(3, state(3))).toBe(true)
    expect(await told(3, state(4))).toBe(true)
    for (const awaits of ['removal', 'record', 3] as const) {
      expect(await told(awaits, { isRemoved: true, record: null })).toBe(true)
    }
  })

  test('when no writer can still be working on the change', async () => {
    expect(await told('removal', {}, HOUR)).toBe(false)
    expect(await told('removal', {}, HOUR + 1)).toBe(true)
  })

  test('never before its record was read', async () => {
    expect(await told('record')).toBe(false)
    expect(await told('record', undefined, 2 * HOUR)).toBe(false)
  })
})
