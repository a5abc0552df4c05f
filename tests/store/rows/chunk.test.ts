import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allRows,
  LostChunk,
  readChunk,
  writeChunk,
  rowsAtHand,
} from '#server/collections/rows/chunk.ts'
import { matching } from '#server/collections/rows/row-index.ts'
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
  test('has the index for lists and searches, and the rows', async () => {
    const things = newThings()
    const chunk = await writeChunk(things, rows)
    const read = await readChunk(things, chunk)
    const atHand = rowsAtHand(things.form, rows)
    expect(read.ids).toEqual(rows.map(({ id }) => id))
    expect(read.all()).toEqual(rows)
    expect(read.row(1)).toEqual(rows[1])
    expect(matching(read, ['zoe'])).toEqual([1])
    const done = (all: typeof read) => rows.map((_, index) => all.done(index))
    expect(done(read)).toEqual(done(atHand))
    expect(done(read)).toEqual([
      { isSeen: false, isAnswered: false },
      { isSeen: true, isAnswered: false },
      { isSeen: true, isAnswered: true },
    ])
  })

  test('with a damaged byte gives the right rows or LostChunk; a short file gives LostChunk', async () => {
    const things = newThings()
    const chunk = await writeChunk(things, rows)
    const none = await writeChunk(things, [])
    const key = `rows/${things.name}/${chunk.name}`
    const file = (await kv.getFile(key)) ?? new ArrayBuffer(0)
    async function outcome(bytes: ArrayBuffer) {
      await kv.putFile(key, bytes)
      forget()
      return allRows(things, { shown: chunk, held: none }).catch((error: unknown) => error)
    }
    await fc.assert(
      fc.asyncProperty(
        fc.nat(file.byteLength - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, by) => {
          const damaged = new Uint8Array(file.slice(0))
          damaged[at] = (damaged[at] ?? 0) ^ by
          // A gzip header has bytes without effect.
          const found = await outcome(damaged.buffer)
          if (!(found instanceof LostChunk)) expect(found).toEqual(rows)
          expect(await outcome(file.slice(0, at))).toBeInstanceOf(LostChunk)
        },
      ),
    )
  })
})

describe('a chunk', () => {
  test('has the counts of its rows, and a unique name', async () => {
    const things = newThings()
    const [one, other] = [await writeChunk(things, rows), await writeChunk(things, rows)]
    expect(one).toEqual({
      indexBytes: expect.any(Number) as number,
      name: expect.stringMatching(new RegExp(`^${clock.now}-[0-9a-f]{12}$`)) as string,
      rows: 3,
      unseen: 1,
      unanswered: 2,
    })
    expect(one.name).not.toBe(other.name)
    expect((await readChunk(things, one)).all()).toEqual(rows)
  })

  test('without rows is no file', async () => {
    const things = newThings()
    const asked = await askedIn(async () => {
      const chunk = await writeChunk(things, [])
      expect(chunk).toEqual({ name: '', indexBytes: 0, rows: 0, unseen: 0, unanswered: 0 })
      expect((await readChunk(things, chunk)).ids).toEqual([])
    })
    expect(asked).toEqual([])
  })

  test('is read once per instance', async () => {
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

  test('with damage or a wrong row count is lost, and is read again next time', async () => {
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
