import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import * as collection from '#server/collections/collection.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { interceptStorage, useStudio } from './studio.ts'

useStudio()

let clock: { mockRestore: () => void }
let now: number

beforeEach(() => {
  now = Date.UTC(2026, 0, 31)
  clock = vi.spyOn(Date, 'now').mockImplementation(() => now)
})

let count = 0
const fresh = () => `things-${++count}`

async function addOne(name: string, at = now): Promise<string> {
  const id = newId(at)
  await collection.add(name, id, { id })
  return id
}

/** Every id, read page by page. */
async function readThrough(name: string, limit: number): Promise<string[]> {
  const ids: string[] = []
  let next: string | null | undefined
  do {
    const page = await collection.page(name, limit, next ?? undefined)
    ids.push(...page.items.map((item) => (item as { id: string }).id))
    next = page.next
  } while (next)
  return ids
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ do: 'add' as const }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), which: fc.nat() }) },
  // From a second to two months: spans close, merge, and stay quiet for long.
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.integer({ min: 1e3, max: 5e9 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('look' as const),
      limit: fc.integer({ min: 1, max: 7 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'forget the tally' as const }) },
)

test('totals are exact and pages are whole, whatever happens in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const name = fresh()
      let truth: string[] = []
      for (const one of [...steps, { do: 'look' as const, limit: 3 }]) {
        if (one.do === 'add') truth.push(await addOne(name))
        if (one.do === 'wait') now += one.ms
        if (one.do === 'forget the tally') await kv.remove(`counts/${name}`)
        if (one.do === 'remove' && truth.length > 0) {
          const id = truth[one.which % truth.length] ?? ''
          expect(await collection.remove(name, id)).toBe(true)
          truth = truth.filter((other) => other !== id)
        }
        if (one.do === 'look') {
          expect(await collection.total(name)).toBe(truth.length)
          expect(await readThrough(name, one.limit)).toEqual(truth.toSorted())
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('a removed record stays away when a slow writer brings it back', async () => {
  const name = fresh()
  const id = await addOne(name)
  await collection.remove(name, id)
  await collection.add(name, id, { id })
  expect(await collection.read(name, id)).toBeNull()
  expect(await collection.total(name)).toBe(0)
  expect(await readThrough(name, 10)).toEqual([])
  // And what came back is erased in passing.
  expect(await kv.get(`rec/${name}/${id}`)).toBeNull()
})

test('of two removals at once one is told that it did it', async () => {
  const name = fresh()
  const id = await addOne(name)
  const both = await Promise.all([collection.remove(name, id), collection.remove(name, id)])
  expect(both.toSorted()).toEqual([false, true])
})

test('what is no id is nothing', async () => {
  const name = fresh()
  expect(await collection.read(name, '../counts/things')).toBeNull()
  expect(await collection.remove(name, '')).toBe(false)
})

test('a page of many records costs few requests', async () => {
  clock.mockRestore()
  const name = fresh()
  const start = Date.now() - 90 * 24 * 3_600_000
  const ids = Array.from({ length: 3_000 }, (_, i) => newId(start + i * 2_000_000))
  await Promise.all(ids.map((id) => collection.add(name, id, { id })))
  await collection.total(name)
  let requests = 0
  const putBack = interceptStorage((storage) => (input, init) => {
    requests++
    return storage(input, init)
  })
  expect(await collection.total(name)).toBe(3_000)
  expect(requests).toBeLessThanOrEqual(5)
  requests = 0
  const page = await collection.page(name, 50, ids.toSorted()[1_700])
  expect(page.items).toHaveLength(50)
  expect(requests).toBeLessThanOrEqual(75)
  putBack()
})
