import { expect, test } from 'vitest'
import { contact } from '#forms/contact.ts'
import { collectionOf } from '#server/collections/collection.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { farAway } from './far-store.ts'
import { forget } from './rows.ts'
import {
  askExport,
  askPeople,
  askRecords,
  ownPage,
  signIn,
  useStudio,
  type Listed,
} from './studio.ts'

/** A far store of 100,000 records without anything derived: they are counted within one request. */

useStudio()

const MINUTE_MS = 60_000
/** What a request has for storage. */
const BUDGET_MS = 5_000
const { name } = collectionOf(contact, {})

/** One every ten minutes, for two years. */
const ids = Array.from({ length: 100_000 }, (_, i) => newId(Date.now() - i * 10 * MINUTE_MS))

/** A store that holds records alone, and an instance that knows nothing of them. */
async function loseRows() {
  for (const root of ['rows/', 'hint/']) for (const key of await kv.list(root)) await kv.remove(key)
  forget()
}

test.each([
  ['', 0],
  [', also when the newest half was deleted', 50_000],
])('the newest page of what has no rows is answered at once%s', async (_, deleted) => {
  await loseRows()
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

const asks = {
  'a person': (headers: Record<string, string>) =>
    askPeople({ email: 'no@example.com' }, '', { headers }),
  'a file': (headers: Record<string, string>) =>
    askExport('contact-submissions.csv?search=nobody', { headers }),
}

test.each(Object.entries(asks))(
  'whoever asks for %s is told how far it is, and each ask comes further',
  async (_, ask) => {
    await loseRows()
    const headers = { ...(await signIn()), ...ownPage }
    const madeUp = { name, records: ids, removals: [] }
    let before = 0
    for (let i = 0; i < 3; i++) {
      const { answer, ms } = await farAway(madeUp, () => ask(headers))
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect(ms).toBeLessThan(BUDGET_MS)
      const { indexed } = (await answer.json()) as { indexed: { done: number; of: number } }
      expect(indexed.of).toBe(ids.length)
      expect(indexed.done).toBeGreaterThan(before)
      before = indexed.done
    }
  },
)
