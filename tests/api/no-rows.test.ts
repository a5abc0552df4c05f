import { expect, test, vi } from 'vitest'
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
  sendMessage,
  signIn,
  token,
  useStudio,
  type Listed,
} from './studio.ts'

/** A slow store with 100,000 records and no derived data must not block anybody. */

useStudio()

/** The time limits of a request, a page and all totals. */
const BUDGET_MS = 5_000
const PAGE_MS = 2_000
const TOTALS_MS = 120_000
const MOST_REQUESTS = 200

const RECORDS = 100_000
const DAY_MS = 24 * 60 * 60 * 1_000
const { name } = collectionOf(contact, {})

/** The age of each record in milliseconds. */
const shapes: Record<string, (place: number) => number> = {
  'spread evenly over 300 days': (place) => (place * 300 * DAY_MS) / RECORDS,
  'come in bursts': (place) => Math.floor(place / 1_000) * 3 * DAY_MS + (place % 1_000) * 60,
  'all come in one day': (place) => (place * DAY_MS) / RECORDS,
}
/**
 * The moment of these tests. What is overdue then begins in a part of the day's list that takes
 * ten requests to find.
 */
const NOW = Date.parse('2026-11-26T15:19:02Z')
vi.useFakeTimers({ toFake: ['Date'], now: NOW })

const idsOf = (msAgo: (place: number) => number) =>
  Array.from({ length: RECORDS }, (_, place) => newId(Date.now() - Math.round(msAgo(place)))).sort()
/** The records of each shape. */
const stored = Object.fromEntries(
  Object.entries(shapes).map(([shape, msAgo]) => [shape, idsOf(msAgo)]),
)
const ids = stored['spread evenly over 300 days'] ?? []

type Indexed = { done: number; of: number }

/** Deletes the derived data and the memory of the instance. */
async function loseRows() {
  for (const root of ['rows/', 'hint/', 'rec/']) {
    for (const key of await kv.list(root)) await kv.remove(key)
  }
  forget()
}

/** Asks a new instance and waits for its work after the answer. */
const asking = (
  ask: (waitUntil: (work: Promise<unknown>) => void) => Promise<Response>,
  madeUp: Parameters<typeof farAway>[0],
  listings?: number,
) => {
  forget()
  return farAway(
    madeUp,
    async (seen) => {
      const began = performance.now()
      const later: Promise<unknown>[] = []
      const answer = await ask((work) => void later.push(work))
      const cost = { ms: performance.now() - began, requests: seen.requests }
      await Promise.all(later)
      return { answer, ...cost, most: seen.most }
    },
    listings,
  )
}

const stores = Object.keys(shapes).flatMap((shape) =>
  [20, 150, 2_000].map((listings) => ({ shape, listings })),
)

test.each(stores)(
  'records $shape, $listings listings a second: a page comes at once, totals soon',
  async ({ shape, listings }) => {
    await loseRows()
    const records = stored[shape] ?? []
    const headers = await signIn()
    let all = 0
    for (let isWhole = false; !isWhole;) {
      const asked = await asking(
        (waitUntil) => askRecords('contact-submissions', { headers, waitUntil }),
        { name, records, removals: [] },
        listings,
      )
      const { answer, ms, requests, most } = asked.answer
      expect(answer.status).toBe(200)
      expect(ms).toBeLessThan(PAGE_MS)
      expect(requests).toBeLessThanOrEqual(MOST_REQUESTS)
      expect(most).toBeLessThanOrEqual(32)
      const page = (await answer.json()) as Listed & { indexed?: Indexed }
      expect(page.items.map(({ id }) => id)).toEqual(records.slice(0, 50))
      isWhole = !page.indexed
      if (page.indexed) expect(page.indexed.of).toBeGreaterThan(page.indexed.done)
      else expect(page.total).toBe(RECORDS)
      all += asked.ms
      expect(all).toBeLessThan(TOTALS_MS)
    }
  },
)

test('the newest page comes at once although the newest half was deleted', async () => {
  await loseRows()
  const madeUp = { name, records: ids.slice(50_000), removals: ids.slice(0, 50_000) }
  const headers = await signIn()
  const { answer } = await asking(() => askRecords('contact-submissions', { headers }), madeUp)
  const { items } = (await answer.answer.json()) as Listed
  expect(items.map(({ id }) => id)).toEqual(madeUp.records.slice(0, 50))
  expect(answer.ms).toBeLessThan(PAGE_MS)
})

test.each([20, 150])(
  'a visitor’s message is stored beside such lists (%d listings a second)',
  async (listings) => {
    await loseRows()
    const headers = await signIn()
    const captchaToken = await token()
    const madeUp = { name, records: ids, removals: [] }
    const { answer } = await farAway(
      madeUp,
      async () => {
        const lists = Array.from({ length: 8 }, () =>
          askRecords('contact-submissions', { headers }),
        )
        const began = performance.now()
        const { status } = await sendMessage({ captchaToken })
        const ms = performance.now() - began
        return { status, ms, lists: (await Promise.all(lists)).map((one) => one.status) }
      },
      listings,
    )
    expect(answer.status).toBe(201)
    expect(answer.lists).toEqual(Array.from({ length: 8 }, () => 200))
    expect(answer.ms).toBeLessThan(BUDGET_MS)
  },
)

const asks = {
  'a person': (headers: Record<string, string>, waitUntil: (work: Promise<unknown>) => void) =>
    askPeople({ email: 'no@example.com' }, '', { headers, waitUntil }),
  'a file': (headers: Record<string, string>, waitUntil: (work: Promise<unknown>) => void) =>
    askExport('contact-submissions.csv?search=nobody', { headers, waitUntil }),
}

test.each(Object.entries(asks))(
  'a request for %s states its progress, and each request gets further',
  async (_, ask) => {
    await loseRows()
    const headers = { ...(await signIn()), ...ownPage }
    const madeUp = { name, records: ids, removals: [] }
    const said: Indexed[] = []
    for (let i = 0; i < 12; i++) {
      const asked = await asking((waitUntil) => ask(headers, waitUntil), madeUp)
      const { answer, ms, requests } = asked.answer
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect(ms).toBeLessThan(BUDGET_MS)
      expect(requests).toBeLessThanOrEqual(MOST_REQUESTS)
      said.push(((await answer.json()) as { indexed: Indexed }).indexed)
    }
    for (const [i, { of }] of said.entries())
      expect(of).toBeGreaterThanOrEqual(said[i - 1]?.of ?? 1)
    // Records are first counted and then read, newest first.
    expect(said.at(-1)?.of).toBeGreaterThanOrEqual(RECORDS)
    expect(said.at(-1)?.done).toBeGreaterThan(5_000)
  },
)
