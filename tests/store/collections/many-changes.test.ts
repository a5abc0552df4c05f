import { expect, test } from 'vitest'
import { contact } from '#forms/contact.ts'
import { list } from '#server/collections/list.ts'
import { orderOf } from '#server/collections/find.ts'
import { remove, changeState } from '#server/collections/change.ts'
import { forgetAll } from '#server/storage/remembered.ts'
import { storageUse, withRequestContext } from '#server/storage/request-context.ts'
import { addThing, foldAll, newThings, useThings } from '../things.ts'

useThings()

/** Folds `count` records and one more, then answers the `count` records and removes the other. */
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

test('changed records of a tile cost one listing, and one request each', async () => {
  const { rows, indexed, counts, requests } = await answered(100)
  expect(rows).toHaveLength(100)
  expect(rows.every(({ state }) => state.answeredAt)).toBe(true)
  expect(counts.waiting).toBe(0)
  expect(indexed).toBeUndefined()
  expect(requests).toBeLessThan(100 + 12)
})

test('a page with too many changed records shows some and says how many are missing', async () => {
  const { rows, indexed, requests } = await answered(200)
  expect(rows.length).toBeGreaterThan(100)
  expect(indexed).toEqual({ done: rows.length, of: 200 })
  expect(requests).toBeLessThanOrEqual(200)
})
