import { expect, test } from 'vitest'
import { contact } from '#forms/contact.ts'
import { list } from '#server/collections/list.ts'
import { orderOf } from '#server/collections/order.ts'
import { hint } from '#server/collections/rows/hints.ts'
import { withRequestContext } from '#server/storage/budget.ts'
import { newId } from '#server/storage/record-id.ts'
import { foldAll, addThing, clock, HOUR, newThings, useThings } from '../things.ts'

useThings()

test('of many changed records a page looks at some, and says how many it did not look at', async () => {
  const things = newThings()
  await addThing(things, 3)
  await foldAll(things)
  const ids = Array.from({ length: 36 }, (_, i) => newId(clock.now - 4 * HOUR - i))
  await Promise.all(ids.map((id) => hint(things.name, id, 'removal')))
  const { rows, indexed } = await withRequestContext('dev', () =>
    list(things, { order: orderOf(contact, ''), limit: 9 }),
  )
  expect(rows).toHaveLength(1)
  expect(indexed).toEqual({ done: 1, of: 3 })
})
