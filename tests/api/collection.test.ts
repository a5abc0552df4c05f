import { beforeEach, expect, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import type { Collection } from '#server/collections/collection.ts'
import { list } from '#server/collections/list.ts'
import { total } from '#server/collections/counts.ts'
import { orderOf } from '#server/collections/find.ts'
import { add } from '#server/collections/records.ts'
import { remove, changeState } from '#server/collections/change.ts'
import { read } from '#server/collections/current.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { shown } from '#server/collections/row.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf, newId } from '#server/storage/record-id.ts'
import { interceptStorage, useStudio } from './studio.ts'

useStudio()

let clock: { mockRestore: () => void }
let now: number

beforeEach(() => {
  now = Date.UTC(2026, 0, 31)
  clock = vi.spyOn(Date, 'now').mockImplementation(() => now)
})

let count = 0
const fresh = (): Collection => ({ form: contact, name: `things-${++count}` })

const recordOf = (id: string) => ({
  submission: { id, createdAt: new Date(createdAtOf(id)).toISOString() },
  attempt: '',
  digest: '',
})

async function addOne(things: Collection, at = now): Promise<string> {
  const id = newId(at)
  await add(things, recordOf(id))
  return id
}

const newestFirst = orderOf(contact, '')
const totalOf = async (things: Collection) => (await total(things)).shown.rows
const pageOf = (things: Collection, id?: string) =>
  list(things, { order: newestFirst, limit: 50, after: id ? { text: '', id } : undefined })

test('a removed record stays removed when a slow writer stores it again', async () => {
  const things = fresh()
  const id = await addOne(things)
  await remove(things, id)
  await add(things, recordOf(id))
  expect(await read(things, id)).toBeNull()
  expect(await totalOf(things)).toBe(0)
  expect((await pageOf(things)).rows).toEqual([])
  // The slow writer also erased its record.
  expect(await kv.get(`rec/${things.name}/${id}`)).toBeNull()
})

test('of two parallel removals exactly one reports success', async () => {
  const things = fresh()
  const id = await addOne(things)
  const both = await Promise.all([remove(things, id), remove(things, id)])
  expect(both.toSorted()).toEqual([false, true])
})

test('an invalid id finds nothing', async () => {
  const things = fresh()
  expect(await read(things, '../gone/things')).toBeNull()
  expect(await remove(things, '')).toBe(false)
})

test('a page of many records takes few requests', async () => {
  clock.mockRestore()
  const things = fresh()
  const start = Date.now() - 90 * 24 * 3_600_000
  const ids = Array.from({ length: 3_000 }, (_, i) => newId(start + i * 2_000_000))
  await Promise.all(ids.map((id) => add(things, recordOf(id))))
  await fold(things, 60_000)
  let requests = 0
  const putBack = interceptStorage((storage) => (input, init) => {
    requests++
    return storage(input, init)
  })
  expect(await totalOf(things)).toBe(3_000)
  expect(requests).toBeLessThanOrEqual(5)
  requests = 0
  expect((await pageOf(things, ids.toSorted()[1_700])).rows).toHaveLength(50)
  expect(requests).toBeLessThanOrEqual(8)
  putBack()
})

test('parallel changes of a state are all kept', async () => {
  const things = fresh()
  const id = await addOne(things)
  const note = (text: string) =>
    changeState(things, id, ({ state }) => ({
      note: [state.note, text].filter(Boolean).join(' '),
      version: state.version + 1,
    }))
  await Promise.all(['one', 'two', 'three', 'four'].map(note))
  const row = await read(things, id)
  expect(row?.state.note?.split(' ').toSorted()).toEqual(['four', 'one', 'three', 'two'])
  expect(row?.state).toMatchObject({ version: 4, revision: 4 })
  const [listed] = (await pageOf(things)).rows
  expect(listed?.state).toEqual(row?.state)
})

test('a record held by hand is listed as held, with its signal, and can come back', async () => {
  const things = fresh()
  const id = await addOne(things)
  for (const isHeld of [true, false, true]) {
    await changeState(things, id, () => ({ isHeld }))
    now += 3 * 3_600_000
    if (isHeld) await fold(things)
    const counts = await total(things)
    expect([counts.shown.rows, counts.held.rows]).toEqual(isHeld ? [0, 1] : [1, 0])
    const { rows } = await list(things, { order: newestFirst, limit: 5, isHeld })
    expect(rows.map((row) => shown(row)['signals'])).toEqual([isHeld ? ['by hand'] : undefined])
  }
})

test('the state of a removed record is gone and cannot be changed', async () => {
  const things = fresh()
  const id = await addOne(things)
  await changeState(things, id, () => ({ seenAt: new Date(now).toISOString() }))
  await remove(things, id)
  expect(await changeState(things, id, () => ({ note: 'late' }))).toBeNull()
  expect(await kv.get(`state/${things.name}/${id}`)).toBeNull()
})
