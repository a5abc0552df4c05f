import { describe, expect, test } from 'vitest'
import { recordsToFold } from '#server/collections/rows/fold.ts'
import { remove, changeState } from '#server/collections/change.ts'
import { hint, readHints } from '#server/collections/rows/hints.ts'
import { NEWEST, OLDEST } from '#server/collections/spans.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { addThing, clock, newThings, useThings } from '../things.ts'

useThings()

const everything = { from: NEWEST, to: OLDEST }

describe('a record with hints', () => {
  test('is read once, and only if it is in the span', async () => {
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
    const { current, skipped, read } = recordsToFold(things, (await readHints(things.name)) ?? [])
    const changes = await read({ from: NEWEST, to: old })
    expect([...changes].map(([id, row]) => [id, row?.state.note])).toEqual([
      [young, 'y'],
      [gone, undefined],
    ])
    expect(changes.get(gone)).toBeNull()
    expect([...current.keys()]).toEqual([young, gone])
    expect(skipped.size).toBe(0)
  })

  test('counts as missing only if the store still has its other keys', async () => {
    const things = newThings()
    await readHints(things.name)
    const id = newId(clock.now)
    const { read } = recordsToFold(things, [{ key: '', id, awaits: 'record', at: 0 }])
    expect((await read(everything)).get(id)).toBeNull()
    await kv.remove(`hint/${things.name}/-`)
    await expect(read(everything)).rejects.toThrow('A key that is always there is not.')
    const there = await addThing(things)
    await hint(things.name, there, 'record')
    const known = recordsToFold(things, [{ key: '', id: there, awaits: 'record', at: 0 }])
    expect((await known.read(everything)).get(there)?.id).toBe(there)
  })
})
