import { expect, test, vi } from 'vitest'
import { list } from '#server/collections/list.ts'
import { orderOf } from '#server/collections/find.ts'
import { changeState } from '#server/collections/change.ts'
import { keySource, segmentOf } from '#server/collections/rows/segment.ts'
import { idOf } from '#server/collections/keys.ts'
import * as kv from '#server/storage/kv.ts'
import { withRequestContext } from '#server/storage/request-context.ts'
import { forget } from '../../api/rows.ts'
import { everything } from './parts.ts'
import { addThing, askedIn, newThings, useThings } from '../things.ts'

useThings()

/** Runs `work` in one request, with `spare` requests to storage left. */
const withSpare = <T>(spare: number, work: () => Promise<T>) =>
  withRequestContext('dev', work, { spare })

test('a search reads as many records as a request may, and all kept ones', async () => {
  const things = newThings()
  const keys = Array.from({ length: 103 }, (_, i) => `rec/${things.name}/${7_000 + i}`)
  // A damaged record is read, and gives no row.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await Promise.all(keys.map((key) => kv.put(key, null)))
  const segment = segmentOf(things, everything, keySource(things, keys, []))
  expect(await askedIn(() => withSpare(100, () => segment.rows(false)))).toHaveLength(100)
  const key = `rec/${things.name}/${await addThing(things)}`
  const known = segmentOf(things, everything, keySource(things, [...keys, key], []))
  await known.rows(false, { after: '8100', most: 9 })
  const { ids } = await withSpare(100, () => known.rows(false))
  expect(ids).toEqual([idOf(key)])
})

test('a page reads as many, and ends before the first unread record', async () => {
  const things = newThings()
  const ids: string[] = []
  for (let ago = 0; ago < 5; ago++) ids.push(await addThing(things, ago))
  const keys = ids.map((id) => `rec/${things.name}/${id}`)
  const ends: string[] = []
  forget()
  const segment = segmentOf(things, everything, keySource(things, keys, []), (id) => ends.push(id))
  const read = await withSpare(3, () => segment.rows(false, { after: '', most: 5 }))
  expect(read.ids).toEqual(ids.slice(0, 3))
  expect(ends).toEqual([ids[3]])
})

test('many changed records leave enough for the newest page', async () => {
  const things = newThings()
  const ids: string[] = []
  for (let minute = 0; minute < 100; minute++) ids.push(await addThing(things, minute / 60))
  // The newest thirty are untouched.
  for (const id of ids.slice(30)) await changeState(things, id, () => ({ seenAt: 'x' }))
  forget()
  const request = { order: orderOf(things.form, ''), limit: 50 }
  const { rows, indexed } = await withSpare(135, () => list(things, request))
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(0, 50))
  expect(indexed).toBeDefined()
})
