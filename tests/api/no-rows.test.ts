import { expect, test } from 'vitest'
import { contact } from '#forms/contact.ts'
import { collectionOf } from '#server/collections/collection.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { farAway } from './far-store.ts'
import { forget } from './rows.ts'
import { askRecords, signIn, useStudio, type Listed } from './studio.ts'

/** A far store of 100,000 records without anything derived: they are counted within one request. */

useStudio()

const MINUTE_MS = 60_000
/** What a request has for storage. */
const BUDGET_MS = 5_000
const { name } = collectionOf(contact, {})

/** One every ten minutes, for two years. */
const ids = Array.from({ length: 100_000 }, (_, i) => newId(Date.now() - i * 10 * MINUTE_MS))

test.each([
  ['', 0],
  [', also when the newest half was deleted', 50_000],
])('the newest page of what has no rows is answered at once%s', async (_, deleted) => {
  for (const root of ['rows/', 'hint/']) for (const key of await kv.list(root)) await kv.remove(key)
  forget()
  const records = ids.slice(deleted)
  const madeUp = { name, records, removals: ids.slice(0, deleted) }
  const headers = await signIn()
  const look = () => askRecords('contact-submissions', { headers })
  const { answer, ms } = await farAway(madeUp, look)
  expect(answer.status).toBe(200)
  expect(ms).toBeLessThan(BUDGET_MS)
  const { items, total } = (await answer.json()) as Listed
  expect(items.map(({ id }) => id)).toEqual(records.slice(0, 50))
  expect(total).toBe(records.length)
})
