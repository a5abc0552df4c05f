import { describe, expect, test, vi } from 'vitest'
import { idOf, hasSignals } from '#server/collections/keys.ts'
import { changeState } from '#server/collections/change.ts'
import { read, readState } from '#server/collections/current.ts'
import { isRemembered, remember, rowAt } from '#server/collections/rows/recent.ts'
import type { Collection } from '#server/collections/collection.ts'
import * as kv from '#server/storage/kv.ts'
import { forget } from '../../api/rows.ts'
import { addThing, askedIn, newThings, useThings } from '../things.ts'

useThings()

const note = () => ({ note: 'x' })
const keyOf = ({ name }: Collection, id: string) => `rec/${name}/${id}`

test('a key has the record’s id, and tells if the record came with signals', () => {
  const id = '8230182399999-0123456789ab'
  expect([idOf(`rec/things/${id}`), idOf(`rec/things/${id}.held`)]).toEqual([id, id])
  expect([hasSignals(`rec/things/${id}`), hasSignals(`rec/things/${id}.held`)]).toEqual([
    false,
    true,
  ])
})

describe('a row', () => {
  test('is read again only after its state changes', async () => {
    const things = newThings()
    const id = await addThing(things)
    const key = keyOf(things, id)
    // The writer keeps the row in memory.
    expect(isRemembered(key)).toBe(true)
    expect(await askedIn(() => rowAt(things, key))).toEqual([])
    forget()
    expect(isRemembered(key)).toBe(false)
    expect(await askedIn(() => rowAt(things, key))).toEqual([`get ${key}`])
    expect(isRemembered(key)).toBe(true)
    expect(await askedIn(() => rowAt(things, key))).toEqual([])
    forget()
    expect(await rowAt(things, key)).toEqual(await read(things, id))
    const row = await changeState(things, id, note)
    const { etag } = await readState(things.name, id)
    expect(isRemembered(key, etag)).toBe(false)
    // The submission never changes, so only the state is read.
    expect(await askedIn(() => rowAt(things, key, etag))).toEqual([
      `get state/${things.name}/${id}`,
    ])
    expect(isRemembered(key, etag)).toBe(true)
    expect(await rowAt(things, key, etag)).toEqual({ ...row, etag })
    expect(await rowAt(things, key, etag)).toEqual(await read(things, id))
    forget()
    expect(isRemembered(key, etag)).toBe(false)
    expect(await rowAt(things, key, etag)).toEqual(await read(things, id))
    expect(await rowAt(things, key)).toMatchObject({ etag: '', state: { revision: 0 } })
  })

  test('of a removed or damaged record is null and is not kept', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const things = newThings()
    await expect(rowAt(things, keyOf(things, 'nowhere'))).rejects.toThrow('not found')
    await kv.create(`gone/${things.name}/nowhere`, null)
    expect(await rowAt(things, keyOf(things, 'nowhere'))).toBeNull()
    await kv.put(keyOf(things, 'damaged'), 'x')
    expect(await rowAt(things, keyOf(things, 'damaged'))).toBeNull()
    expect(isRemembered(keyOf(things, 'damaged'))).toBe(false)
  })

  test('can be kept by another reader, and is then used as it is', async () => {
    const things = newThings()
    const id = await addThing(things)
    const row = await read(things, id)
    if (row) remember('rec/a', row, 'e')
    expect(await rowAt(things, 'rec/a', 'e')).toEqual(row)
  })
})
