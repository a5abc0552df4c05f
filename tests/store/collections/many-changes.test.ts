import { expect, test } from 'vitest'
import { contact } from '#forms/contact.ts'
import { list } from '#server/collections/list.ts'
import { orderOf } from '#server/collections/order.ts'
import { changeState, remove } from '#server/collections/records.ts'
import { forgetAll } from '#server/storage/remembered.ts'
import { storageUse, withRequestContext } from '#server/storage/budget.ts'
import { addThing, foldAll, newThings, useThings } from '../things.ts'

useThings()

/** A tile of so many records, all of which the studio has answered since, and one that it removed. */
async function answered(count: number) {
  const things = newThings()
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push(await addThing(things, 3 + i / 1_000))
  const gone = await addThing(things, 4)
  await foldAll(things)
  const answeredAt = new Date().toISOString()
  await Promise.all(ids.map((id) => changeState(things, id, () => ({ answeredAt }))))
  await remove(things, gone)
  forgetAll()
  return withRequestContext('dev', async () => ({
    ...(await list(things, { order: orderOf(contact, ''), limit: 200 })),
    ...storageUse(),
  }))
}

test('many changes of a tile cost a listing, and one request for each that its rows do not know', async () => {
  const { rows, indexed, counts, requests } = await answered(100)
  expect(rows).toHaveLength(100)
  expect(rows.every(({ state }) => state.answeredAt)).toBe(true)
  expect(counts.waiting).toBe(0)
  expect(indexed).toBeUndefined()
  expect(requests).toBeLessThan(100 + 12)
})

test('of more than an answer may look at a page shows some, and says how many are left', async () => {
  const { rows, indexed, requests } = await answered(200)
  expect(rows.length).toBeGreaterThan(100)
  expect(indexed).toEqual({ done: rows.length, of: 200 })
  expect(requests).toBeLessThanOrEqual(200)
})
