import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import * as collections from '#server/collections/collection.ts'
import type { Collection } from '#server/collections/collection.ts'
import * as kv from '#server/storage/kv.ts'
import { bornAt, newId } from '#server/storage/record-id.ts'
import { interceptStorage, useStudio } from './studio.ts'
import { runs } from '../runs.ts'

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
  submission: { id, createdAt: new Date(bornAt(id)).toISOString() },
  attempt: '',
  digest: '',
})

async function addOne(things: Collection, at = now): Promise<string> {
  const id = newId(at)
  await collections.add(things, recordOf(id))
  return id
}

/** Every id, read page by page. */
async function readThrough(things: Collection, limit: number): Promise<string[]> {
  const ids: string[] = []
  let next: string | null | undefined
  do {
    const page = await collections.page(things, limit, next ?? undefined)
    ids.push(...page.records.map(({ submission }) => submission.id))
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
  { weight: 1, arbitrary: fc.constant({ do: 'forget the counts' as const }) },
)

test('totals are exact and pages are whole, whatever happens in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const things = fresh()
      let truth: string[] = []
      for (const one of [...steps, { do: 'look' as const, limit: 3 }]) {
        if (one.do === 'add') truth.push(await addOne(things))
        if (one.do === 'wait') now += one.ms
        if (one.do === 'forget the counts') await kv.remove(`counts/${things.name}`)
        if (one.do === 'remove' && truth.length > 0) {
          const id = truth[one.which % truth.length] ?? ''
          expect(await collections.remove(things, id)).toBe(true)
          truth = truth.filter((other) => other !== id)
        }
        if (one.do === 'look') {
          expect(await collections.total(things)).toBe(truth.length)
          expect(await readThrough(things, one.limit)).toEqual(truth.toSorted())
        }
      }
    }),
    { numRuns: runs(30) },
  )
})

test('a removed record stays away when a slow writer brings it back', async () => {
  const things = fresh()
  const id = await addOne(things)
  await collections.remove(things, id)
  await collections.add(things, recordOf(id))
  expect(await collections.read(things, id)).toBeNull()
  expect(await collections.total(things)).toBe(0)
  expect(await readThrough(things, 10)).toEqual([])
  // And what came back is erased in passing.
  expect(await kv.get(`rec/${things.name}/${id}`)).toBeNull()
})

test('of two removals at once one is told that it did it', async () => {
  const things = fresh()
  const id = await addOne(things)
  const both = await Promise.all([collections.remove(things, id), collections.remove(things, id)])
  expect(both.toSorted()).toEqual([false, true])
})

test('what is no id is nothing', async () => {
  const things = fresh()
  expect(await collections.read(things, '../counts/things')).toBeNull()
  expect(await collections.remove(things, '')).toBe(false)
})

test('a page of many records costs few requests', async () => {
  clock.mockRestore()
  const things = fresh()
  const start = Date.now() - 90 * 24 * 3_600_000
  const ids = Array.from({ length: 3_000 }, (_, i) => newId(start + i * 2_000_000))
  await Promise.all(ids.map((id) => collections.add(things, recordOf(id))))
  await collections.total(things)
  let requests = 0
  const putBack = interceptStorage((storage) => (input, init) => {
    requests++
    return storage(input, init)
  })
  expect(await collections.total(things)).toBe(3_000)
  expect(requests).toBeLessThanOrEqual(5)
  requests = 0
  const page = await collections.page(things, 50, ids.toSorted()[1_700])
  expect(page.records).toHaveLength(50)
  expect(requests).toBeLessThanOrEqual(75)
  putBack()
})
