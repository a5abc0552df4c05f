import { describe, expect, test } from 'vitest'
import { add, addFile, readFile } from '#server/collections/records.ts'
import { eraseRemoved, remove, changeState } from '#server/collections/change.ts'
import { read } from '#server/collections/current.ts'
import * as kv from '#server/storage/kv.ts'
import { MOST_TRIES } from '#server/storage/faults.ts'
import { newId } from '#server/storage/record-id.ts'
import {
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
} from '../things.ts'

useThings()

const hints = async (name: string) =>
  (await kv.list(`hint/${name}/`)).map((key) => key.split('.')[1])
const bytes = new TextEncoder().encode('a file').buffer
const seen = () => ({ seenAt: '2026-01-31' })

describe('an added record', () => {
  test('has its id in its key, and a suffix if it came with signals', async () => {
    const things = newThings()
    const [plain, held] = [await addThing(things), await addThing(things, 0, SPAM)]
    expect(await kv.list(`rec/${things.name}/`)).toEqual(
      [`rec/${things.name}/${plain}`, `rec/${things.name}/${held}.held`].sort(),
    )
    expect(await read(things, plain)).toEqual({
      id: plain,
      etag: '',
      state: { version: 0, revision: 0 },
      submission: recordOf(plain).submission,
    })
    expect((await read(things, held))?.submission).toMatchObject(SPAM)
  })

  test('does not change if it is added again', async () => {
    const things = newThings()
    const id = await addThing(things)
    const { attempt } = recordOf(id)
    expect(await add(things, recordOf(id, { name: 'late' }))).toEqual({ attempt })
    expect((await read(things, id))?.submission).toEqual(recordOf(id).submission)
  })

  test('gets a hint first if it is too old for readers to list it', async () => {
    const [young, old] = [newThings(), newThings()]
    await addThing(young, 1 / 6)
    expect(await hints(young.name)).toEqual([])
    const asked = await askedIn(() => addThing(old, 1 / 6 + 0.001))
    expect(await hints(old.name)).toEqual(['record'])
    expect(asked[0]).toContain('put hint/')
  })

  test('that was removed before reports the removal, and leaves nothing', async () => {
    const things = newThings()
    const id = await addThing(things)
    await remove(things, id)
    await addFile(things, id, bytes)
    expect(await add(things, recordOf(id))).toBe('removed')
    expect(await kv.list(`rec/${things.name}/`)).toEqual([])
    expect(await readFile(things, id)).toBeNull()
  })

  test('costs one request if its id is new', async () => {
    const things = newThings()
    const id = newId(clock.now)
    const asked = await askedIn(async () =>
      expect(await add(things, recordOf(id), true)).toBe('added'),
    )
    expect(asked).toEqual([`put rec/${things.name}/${id}`])
  })

  test('can have a file; an old record’s file gets a hint first', async () => {
    const things = newThings()
    const id = newId(clock.now - HOUR)
    expect(await readFile(things, id)).toBeNull()
    const asked = await askedIn(() => addFile(things, id, bytes))
    expect(asked.map((one) => one.split('/')[0])).toEqual(['put hint', 'put file'])
    expect(new TextDecoder().decode((await readFile(things, id)) ?? undefined)).toBe('a file')
  })
})

describe('a removal', () => {
  test('writes a hint first, then removes the record, its file and its state', async () => {
    const things = newThings()
    const id = await addThing(things)
    const held = await addThing(things, 0, SPAM)
    await addFile(things, id, bytes)
    await changeState(things, id, seen)
    const asked = await askedIn(async () => expect(await remove(things, id)).toBe(true))
    expect(asked.findIndex((one) => one.startsWith('put hint/'))).toBeLessThan(
      asked.findIndex((one) => one.startsWith('put gone/')),
    )
    expect(await hints(things.name)).toEqual(['1', 'removal'])
    expect((await kv.get(`gone/${things.name}/${id}`))?.value).toMatchObject({ at: clock.now })
    expect(await remove(things, held)).toBe(true)
    for (const root of ['rec', 'file', 'state']) {
      expect(await kv.list(`${root}/${things.name}/`), root).toEqual([])
    }
    expect(await read(things, id)).toBeNull()
    expect(await remove(things, id)).toBe(false)
  })

  test('succeeds even if nothing can be erased now', async () => {
    const things = newThings()
    const id = await addThing(things)
    expect(await whileFailing(/^delete /, () => remove(things, id))).toBe(true)
    expect(await read(things, id)).toBeNull()
    await eraseRemoved(things, id)
    expect(await kv.list(`rec/${things.name}/`)).toEqual([])
  })

  test('is not repeated by an instance that saw it, once the record was restored', async () => {
    const things = newThings()
    const id = await addThing(things)
    await remove(things, id)
    expect(await read(things, id)).toBeNull()
    await kv.remove(`gone/${things.name}/${id}`)
    await kv.put(`rec/${things.name}/${id}`, recordOf(id))
    await eraseRemoved(things, id)
    expect(await kv.list(`rec/${things.name}/`)).toHaveLength(1)
    expect(await kv.list(`gone/${things.name}/`)).toEqual([])
  })

  test('happens only if its condition is true', async () => {
    const things = newThings()
    const id = await addThing(things)
    const before = await kv.list('')
    expect(await remove(things, id, (row) => row.id !== id)).toBe(false)
    expect(await remove(things, newId(clock.now))).toBe(false)
    expect(await kv.list('')).toEqual(before)
    expect(await remove(things, id, (row) => row.id === id)).toBe(true)
  })

  test('succeeds for one of two callers', async () => {
    const things = newThings()
    const id = await addThing(things)
    const others: boolean[] = []
    const other = async () => void others.push(await remove(things, id))
    const own = await whileOther(/^put state/, other, () => remove(things, id))
    expect([own, ...others]).toEqual([false, true])
  })

  test.each(['', '../gone/things', 'rec'])('ignores "%s", which is no id', async (id) => {
    const things = newThings()
    expect(await askedIn(() => read(things, id))).toEqual([])
    expect(await remove(things, id)).toBe(false)
  })
})

describe('a change of state', () => {
  test('raises the revision, and writes a hint before the state', async () => {
    const things = newThings()
    const id = await addThing(things)
    const asked = await askedIn(() => changeState(things, id, seen))
    const kinds = asked.map((one) => one.split('/')[0])
    expect(kinds.slice(-3)).toEqual(['put hint', 'put state', 'get gone'])
    const row = await changeState(things, id, ({ state }) => ({ version: state.version + 1 }))
    expect(row?.state).toEqual({ ...seen(), version: 1, revision: 2 })
    expect((await read(things, id))?.state).toEqual(row?.state)
    expect(await hints(things.name)).toEqual(['1', '2'])
  })

  test('writes nothing if nothing changes', async () => {
    const things = newThings()
    const id = await addThing(things)
    await changeState(things, id, seen)
    const asked = await askedIn(async () =>
      expect(await changeState(things, id, seen)).toEqual(await read(things, id)),
    )
    expect(asked.filter((one) => one.startsWith('put'))).toEqual([])
  })

  test('is tried again if another writer was faster', async () => {
    const things = newThings()
    const id = await addThing(things)
    const other = () => changeState(things, id, () => ({ note: 'other' }))
    const row = await whileOther(/^put state/, other, () => changeState(things, id, seen))
    expect(row?.state).toEqual({ ...seen(), note: 'other', version: 0, revision: 2 })
  })

  test('is given up if another writer is always faster', async () => {
    const things = newThings()
    const id = await addThing(things)
    let tries = 0
    const change = () => {
      const revision = ++tries
      return { note: `${revision}` }
    }
    const failing = () =>
      changeState(things, id, (row) => {
        void kv.put(`state/${things.name}/${id}`, { version: 0, revision: tries })
        return { ...row.state, ...change() }
      })
    await expect(failing()).rejects.toMatchObject({
      name: 'Contended',
      message: 'Somebody else was faster each time.',
    })
    expect(tries).toBe(MOST_TRIES)
  })

  test('of a removed record does nothing, and an error in the change is thrown', async () => {
    const things = newThings()
    const id = await addThing(things)
    const refused = changeState(things, id, () => {
      throw new RangeError('No.')
    })
    await expect(refused).rejects.toThrow('No.')
    await remove(things, id)
    expect(await changeState(things, id, seen)).toBeNull()
    expect(await kv.list(`state/${things.name}/`)).toEqual([])
  })
})
