import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import * as collection from '#server/collections/collection.ts'
import { forgetRows } from '#server/collections/rows/known-rows.ts'
import * as kv from '#server/storage/kv.ts'
import { withRequestContext } from '#server/http/request-context.ts'
import { useSegmentSize, type Segment } from '#server/collections/rows/segments.ts'
import {
  addPerson,
  anyPerson,
  anyQuestion,
  ask,
  askOnce,
  expected,
  peopleIn,
  readThrough,
  type Person,
} from './people.ts'
import { interceptStorage, useStudio } from './studio.ts'
import { runs } from '../runs.ts'

useStudio()
useSegmentSize(7)

let now: number
beforeEach(() => {
  now = Date.UTC(2026, 0, 31)
  vi.spyOn(Date, 'now').mockImplementation(() => now)
})

const requestOf = (input: RequestInfo | URL) => new Request(input).url

let count = 0
const fresh = () => `people-${++count}`

/** The process dies before its nth request to storage, and begins anew. */
async function crashing(step: number, act: () => Promise<unknown>) {
  let requests = 0
  const revive = interceptStorage((storage) => (input, init) => {
    if (++requests < step) return storage(input, init)
    return Promise.reject(new TypeError('The process is dead.'))
  })
  await act().catch(() => undefined)
  revive()
  forgetRows()
}

const which = fc.nat()
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('add' as const), person: anyPerson }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.integer({ min: 1e3, max: 5e9 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('ask' as const), asked: anyQuestion }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('crash' as const),
      at: fc.integer({ min: 1, max: 14 }),
      asked: fc.option(anyQuestion),
      which,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('lose' as const),
      what: fc.constantFrom('counts', 'index', 'memory'),
      which,
    }),
  },
)

async function lose(name: string, what: string, which: number) {
  if (what === 'memory') {
    forgetRows()
    return
  }
  const keys = await kv.list(what === 'counts' ? `counts/${name}` : `index/${name}/`)
  const key = keys[which % keys.length]
  if (key) await kv.remove(key)
}

test(
  'every search and sort answers what a plain array does, whatever happens',
  async () => {
    const asking = { do: 'ask' as const, asked: { search: 'a', sort: 'company', limit: '4' } }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 50 }), async (steps) => {
        const name = fresh()
        let truth: Person[] = []
        const some = (which: number) => truth[which % truth.length]?.id ?? ''
        const without = (id: string) => truth.filter((one) => one.id !== id)
        for (const one of [...steps, asking]) {
          if (one.do === 'add') truth.push(await addPerson(name, one.person, now))
          if (one.do === 'wait') now += one.ms
          if (one.do === 'lose') await lose(name, one.what, one.which)
          if (one.do === 'remove' && truth.length > 0) {
            const id = some(one.which)
            expect(await collection.remove(peopleIn(name), id)).toBe(true)
            truth = without(id)
          }
          if (one.do === 'crash') {
            const { asked } = one
            const id = some(one.which)
            await crashing(one.at, () =>
              asked ? ask(name, asked) : collection.remove(peopleIn(name), id),
            )
            if (!(await collection.read(peopleIn(name), id))) truth = without(id)
          }
          if (one.do === 'ask') {
            const whole = expected(truth, one.asked)
            const { items, totals } = await readThrough(name, one.asked)
            expect(items.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
            const total = one.asked.search || one.asked.sort ? whole.length : truth.length
            expect(new Set(totals)).toEqual(new Set([total]))
          }
        }
      }),
      { numRuns: runs(50) },
    )
  },
  runs(60_000),
)

test(
  'pages stay consistent while others add and remove',
  async () => {
    const between = fc.array(fc.oneof(anyPerson, which), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPerson, { minLength: 1, maxLength: 30 }),
        fc.array(between, { maxLength: 10 }),
        anyQuestion,
        async (first, later, asked) => {
          const name = fresh()
          let truth: Person[] = []
          for (const person of first) {
            truth.push(await addPerson(name, person, now))
            now += 3e5
          }
          const steady = new Set(truth.map(({ id }) => id))
          const turns = later.values()
          const { items } = await readThrough(name, asked, async () => {
            for (const one of turns.next().value ?? []) {
              if (typeof one === 'object') truth.push(await addPerson(name, one, now))
              // The highest numbers hit the row that the cursor stands on.
              else {
                const id = truth[one % truth.length]?.id ?? ''
                truth = truth.filter((other) => other.id !== id)
                steady.delete(id)
                await collection.remove(peopleIn(name), id)
              }
            }
          })
          const read = items.map(({ id }) => id)
          expect(new Set(read).size).toBe(read.length)
          // All that were there from first to last are shown, in order.
          const rest = truth.filter(({ id }) => steady.has(id))
          const whole = expected(rest, asked).map(({ id }) => id)
          expect(read.filter((id) => steady.has(id))).toEqual(whole)
        },
      ),
      { numRuns: runs(30) },
    )
  },
  runs(60_000),
)

test('an instance that is ahead makes no record show twice', async () => {
  const name = fresh()
  for (let i = 0; i < 10; i++) {
    await addPerson(name, { name: 'Ada', email: 'ada@a.example' }, (now += 3e5))
  }
  await ask(name, { search: 'ada' })
  let isAhead = false
  const putBack = interceptStorage((storage) => async (input, init) => {
    if (!isAhead && requestOf(input).includes('prefix=index')) {
      isAhead = true
      now += 1e7
      await ask(name, { search: 'ada' })
    }
    return storage(input, init)
  })
  const { items, total } = await ask(name, { search: 'ada' })
  putBack()
  expect(isAhead).toBe(true)
  expect({ shown: items.length, total }).toEqual({ shown: 10, total: 10 })
})

test('a large index is made in portions that say how far they are', async () => {
  useSegmentSize(1_000)
  onTestFinished(() => useSegmentSize(7))
  const name = fresh()
  for (let i = 0; i < 3_000; i++) {
    await addPerson(name, { name: `Ada ${i}`, email: 'ada@a.example' }, now + i)
  }
  now += 1e7
  // Storage takes its time on a clock of its own.
  let clock = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  const putBack = interceptStorage((storage) => (input, init) => {
    clock += 5
    return storage(input, init)
  })
  const done: number[] = []
  for (;;) {
    const began = clock
    const { items, next, indexed } = await withRequestContext(undefined, () =>
      askOnce(name, { search: 'ada', sort: 'name', limit: '9' }),
    )
    expect(clock - began).toBeLessThan(5_000)
    expect(indexed?.of).toBe(3_000)
    expect(items).toHaveLength(9)
    done.push(indexed?.done ?? 0)
    if (indexed?.done === indexed?.of) break
    expect(next).toBeNull()
    // One more request is another instance's: what was done is stored.
    forgetRows()
  }
  putBack()
  expect(done.length).toBeGreaterThan(2)
  expect(new Set(done).size).toBe(done.length)
  expect(done).toEqual(done.toSorted((a, b) => a - b))
  const { items } = await readThrough(name, { search: 'ada 299', sort: '-name', limit: '4' })
  expect(items.map((one) => one.name)).toEqual(
    [...Array(10).keys()].map((i) => `Ada ${2999 - i}`).concat('Ada 299'),
  )
})

test('a read that fails costs nothing of what was read before it', async () => {
  useSegmentSize(1_000)
  onTestFinished(() => useSegmentSize(7))
  const name = fresh()
  const ids: string[] = []
  for (let i = 0; i < 900; i++) {
    const { id } = await addPerson(name, { name: `Ada ${i}`, email: 'ada@a.example' }, now + i)
    ids.push(id)
  }
  now += 1e7
  const putBack = interceptStorage((storage) => (input, init) => {
    const isLost = requestOf(input).includes(`rec/${name}/${ids[700]}`)
    return isLost ? Promise.resolve(new Response(null, { status: 503 })) : storage(input, init)
  })
  expect((await askOnce(name, { search: 'ada' })).indexed).toEqual({ done: 600, of: 900 })
  putBack()
  forgetRows()
  expect((await askOnce(name, { search: 'ada' })).indexed).toEqual({ done: 900, of: 900 })
})

test('many deletes at once leave no row behind', async () => {
  const name = fresh()
  const ids: string[] = []
  for (let i = 0; i < 40; i++) {
    ids.push((await addPerson(name, { name: 'Ada', email: 'ada@a.example' }, now)).id)
  }
  now += 1e7
  await ask(name, { search: 'ada' })
  const gone = ids.slice(10)
  const answers = await Promise.all(gone.map((id) => collection.remove(peopleIn(name), id)))
  expect(new Set(answers)).toEqual(new Set([true]))
  const kept = JSON.stringify(await Promise.all((await kv.list(`index/${name}/`)).map(kv.get)))
  for (const id of gone) expect(kept).not.toContain(id)
  expect((await ask(name, { search: 'ada' })).total).toBe(10)
  expect(await kv.list(`rec/${name}/`)).toHaveLength(10)
})

const refused = [{ sort: 'message' }, { sort: 'constructor' }, { sort: '--name' }, { sort: '-' }]

test.each([
  ...refused,
  { search: 'x'.repeat(255) },
  { cursor: 'x' },
  { sort: 'name', cursor: '8208000000000-0123456789ab' },
  { sort: 'name', cursor: 'Fe26.2*1*x' },
])('%o is refused', async (asked) => {
  await expect(askOnce(fresh(), asked)).rejects.toMatchObject({ status: 400 })
})

test('a cursor of another order is refused, and none shows what it holds', async () => {
  const name = fresh()
  for (const one of ['Ada', 'Bo']) await addPerson(name, { name: one, email: 'a@a.example' }, now)
  const { next } = await ask(name, { sort: 'name', limit: '1' })
  expect(next).not.toContain('Ada')
  expect(Buffer.from(next ?? '', 'base64url').toString('latin1')).not.toContain('Ada')
  await expect(askOnce(name, { sort: '-name', cursor: next ?? '' })).rejects.toThrow('not ours')
})

test('another column makes the index anew', async () => {
  const name = fresh()
  await addPerson(name, { name: 'Ada', email: 'ada@a.example', company: 'Acme' }, now)
  now += 1e7
  await ask(name, { search: 'ada' })
  const [key = ''] = await kv.list(`index/${name}/`)
  const before = (await kv.get(key))?.value as Segment
  await kv.put(key, { ...before, fields: ['email', 'name'], rows: [['x', 'y', 'z']] })
  expect((await ask(name, { search: 'ada' })).items).toHaveLength(1)
  expect((await kv.get(key))?.value).toEqual(before)
})

test('what is no segment is made anew, and held nobody up', async () => {
  const name = fresh()
  const { id } = await addPerson(name, { name: 'Ada', email: 'ada@a.example' }, now)
  now += 1e7
  await ask(name, { search: 'ada' })
  const [key = ''] = await kv.list(`index/${name}/`)
  for (const broken of [null, 'x', { fields: [], added: 1, rows: [3] }, { added: 1 }]) {
    await kv.put(key, broken)
    expect((await ask(name, { search: 'ada' })).items).toHaveLength(1)
  }
  await kv.put(key, 'x')
  expect(await collection.remove(peopleIn(name), id)).toBe(true)
  expect((await ask(name, { search: 'ada' })).items).toHaveLength(0)
})

test(
  'a row that is removed while it is being indexed stays in no segment',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 3 }), { minLength: 20, maxLength: 60 }),
        fc.array(fc.nat({ max: 8 }), { minLength: 1, maxLength: 4 }),
        async (delays, waits) => {
          const name = fresh()
          const people: Person[] = []
          for (let i = 0; i < 20; i++) {
            people.push(await addPerson(name, { name: 'Ada', email: 'ada@a.example' }, now))
          }
          now += 1e7
          let requests = 0
          const putBack = interceptStorage((storage) => async (input, init) => {
            await sleep(delays[requests++ % delays.length])
            return storage(input, init)
          })
          const searching = [ask(name, { search: 'ada' }), ask(name, { search: 'a' })]
          const removing = waits.map(async (wait, i) => {
            await sleep(wait * 3)
            return collection.remove(peopleIn(name), people[i * 4]?.id ?? '')
          })
          await Promise.all([...searching, ...removing])
          putBack()
          const kept = await Promise.all((await kv.list(`index/${name}/`)).map(kv.get))
          for (const id of waits.map((_, i) => people[i * 4]?.id ?? '')) {
            expect(JSON.stringify(kept)).not.toContain(id)
          }
        },
      ),
      { numRuns: runs(20) },
    )
  },
  runs(60_000),
)
