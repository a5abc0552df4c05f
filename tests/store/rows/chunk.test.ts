import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  LostChunk,
  readChunk,
  writeChunk,
  Lines,
  pack,
  unpack,
} from '#server/collections/rows/chunk.ts'
import * as kv from '#server/storage/kv.ts'
import { forget } from '../../api/rows.ts'
import { askedIn, clock, newThings, rowOf, useThings } from '../things.ts'

useThings()

const seen = { seenAt: '2026-01-31' }
const rows = [
  rowOf(1, {}, { name: 'Ada' }),
  rowOf(2, { ...seen, note: 'Zoë' }, { name: 'Bo' }),
  rowOf(3, { ...seen, answeredAt: '2026-01-31' }, { name: 'Mei' }),
]

describe('a file of rows', () => {
  const packed = () => pack(Lines.of(newThings().form, rows))

  test('holds what a search looks in, and the rows', async () => {
    const lines = await unpack(await packed())
    expect(lines?.ids).toEqual(rows.map(({ id }) => id))
    expect(lines?.all()).toEqual(rows)
    // One list of rows is enough, however often they are asked for.
    expect(lines?.all()).toBe(lines?.all())
    expect(lines?.matching(['zoe'])).toEqual([1])
    expect(lines?.text.toString()).toBe(Lines.of(newThings().form, rows).text.toString())
    const file = await packed()
    expect((await unpack(file))?.bytes).toBe((lines?.text.length ?? 0) + file.byteLength)
  })

  test('is none where a byte of it is another, or where it is short', async () => {
    const file = await packed()
    await fc.assert(
      fc.asyncProperty(
        fc.nat(file.byteLength - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, by) => {
          const damaged = new Uint8Array(file.slice(0))
          damaged[at] = (damaged[at] ?? 0) ^ by
          expect(await unpack(damaged.buffer)).toBeNull()
          expect(await unpack(file.slice(0, at))).toBeNull()
        },
      ),
    )
    expect(await unpack(new ArrayBuffer(0))).toBeNull()
    expect(await unpack(new ArrayBuffer(7))).toBeNull()
    expect(await unpack(new ArrayBuffer(8))).toBeNull()
  })
})

describe('a chunk', () => {
  test('says how its rows count, and is written under a name of its own', async () => {
    const things = newThings()
    const [one, other] = [await writeChunk(things, rows), await writeChunk(things, rows)]
    expect(one).toEqual({
      name: expect.stringMatching(new RegExp(`^${clock.now}-[0-9a-f]{12}$`)) as string,
      rows: 3,
      unseen: 1,
      unanswered: 2,
    })
    expect(one.name).not.toBe(other.name)
    expect((await readChunk(things, one)).all()).toEqual(rows)
  })

  test('of no rows is no file', async () => {
    const things = newThings()
    const asked = await askedIn(async () => {
      const chunk = await writeChunk(things, [])
      expect(chunk).toEqual({ name: '', rows: 0, unseen: 0, unanswered: 0 })
      expect((await readChunk(things, chunk)).ids).toEqual([])
    })
    expect(asked).toEqual([])
  })

  test('is read once by an instance', async () => {
    const things = newThings()
    const chunk = await writeChunk(things, rows)
    const read = () => readChunk(things, chunk)
    expect(await askedIn(read)).toHaveLength(1)
    expect(await askedIn(read)).toHaveLength(0)
    forget()
    expect(await askedIn(read)).toHaveLength(1)
    await kv.remove(`rows/${things.name}/${chunk.name}`)
    expect((await read()).all()).toEqual(rows)
  })

  test('that is damaged, or not what is said of it, is lost, and is asked for again', async () => {
    const things = newThings()
    const chunk = await writeChunk(things, rows)
    const readAs = (more: object) => expect(readChunk(things, { ...chunk, ...more })).rejects
    await readAs({ rows: 2 }).toThrow(LostChunk)
    await readAs({ name: 'nowhere' }).toThrow(LostChunk)
    expect((await readChunk(things, chunk)).ids).toHaveLength(3)
    await kv.putFile(`rows/${things.name}/damaged`, new ArrayBuffer(99))
    await readAs({ name: 'damaged' }).toThrow(LostChunk)
  })
})
