import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { remove } from '#server/collections/change.ts'
import { read } from '#server/collections/current.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { useTileSize } from '#server/collections/rows/tiles.ts'
import { laterWork, storageUse, withRequestContext } from '#server/storage/request-context.ts'
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
import { forget, lose, LOSSES, rowTexts } from './rows.ts'
import { interceptStorage, useStudio } from './studio.ts'
import { runs } from '../runs.ts'

useStudio()
useTileSize(7)

let now: number
beforeEach(() => {
  now = Date.UTC(2026, 0, 31)
  vi.spyOn(Date, 'now').mockImplementation(() => now)
})

let count = 0
const fresh = () => `people-${++count}`

/** Crashes at the nth request to storage and starts again without memory. */
async function crashing(step: number, act: () => Promise<unknown>) {
  let requests = 0
  const revive = interceptStorage((storage) => (input, init) => {
    if (++requests < step) return storage(input, init)
    return Promise.reject(new TypeError('The process is dead.'))
  })
  await act().catch(() => undefined)
  revive()
  forget()
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
  { weight: 3, arbitrary: fc.constant({ do: 'fold' as const }) },
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
      what: fc.constantFrom(...LOSSES),
      which,
    }),
  },
)

test(
  'every search and sort gives the same result as a plain array, through all events',
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
          if (one.do === 'fold') await fold(peopleIn(name))
          if (one.do === 'lose') await lose(name, one.what, one.which)
          if (one.do === 'remove' && truth.length > 0) {
            const id = some(one.which)
            expect(await remove(peopleIn(name), id)).toBe(true)
            truth = without(id)
          }
          if (one.do === 'crash') {
            const { asked } = one
            const id = some(one.which)
            await crashing(one.at, () => (asked ? ask(name, asked) : remove(peopleIn(name), id)))
            if (!(await read(peopleIn(name), id))) truth = without(id)
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
              // A removal can hit the row at the cursor.
              else {
                const id = truth[one % truth.length]?.id ?? ''
                truth = truth.filter((other) => other.id !== id)
                steady.delete(id)
                await remove(peopleIn(name), id)
              }
            }
          })
          const read = items.map(({ id }) => id)
          expect(new Set(read).size).toBe(read.length)
          // Records that existed all the time are listed in order.
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

test('a cursor for another order is refused, and a cursor hides its content', async () => {
  const name = fresh()
  for (const one of ['Ada', 'Bo']) await addPerson(name, { name: one, email: 'a@a.example' }, now)
  const { next } = await ask(name, { sort: 'name', limit: '1' })
  expect(next).not.toContain('Ada')
  expect(Buffer.from(next ?? '', 'base64url').toString('latin1')).not.toContain('Ada')
  await expect(askOnce(name, { sort: '-name', cursor: next ?? '' })).rejects.toThrow(
    'Unknown cursor',
  )
})

/** Adds records named Ada, five minutes apart. */
async function addAdas(name: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const answers = { name: `Ada ${i}`, email: 'ada@a.example' }
    ids.push((await addPerson(name, answers, (now += 3e5))).id)
  }
  return ids
}

test('unindexed records are indexed in portions, and answers state the progress', async () => {
  useTileSize(500)
  onTestFinished(() => useTileSize(7))
  const name = fresh()
  for (let i = 0; i < 3_000; i++) {
    await addPerson(name, { name: `Ada-${i}-`, email: 'ada@a.example' }, now + i)
  }
  now += 1e7
  forget()
  // Only reading records advances this clock.
  let clock = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  const putBack = interceptStorage((storage) => (input, init) => {
    if (decodeURIComponent(input as string).includes(`/rec/${name}/`)) clock += 3
    return storage(input, init)
  })
  const done: number[] = []
  for (;;) {
    const began = clock
    const { items, next, indexed, later, use } = await withRequestContext('dev', async () => ({
      ...(await askOnce(name, { search: 'ada', sort: 'name', limit: '9' })),
      later: [...laterWork().values()],
      use: storageUse(),
    }))
    expect(clock - began).toBeLessThan(8_500)
    expect(use.requests).toBeLessThan(200)
    expect(items).toHaveLength(9)
    done.push(indexed?.done ?? 0)
    if (indexed?.done === indexed?.of) break
    expect(next).toBeNull()
    for (const work of later) await withRequestContext('dev', work)
    // The next request comes to another instance, so the progress must be stored.
    forget()
  }
  putBack()
  expect(done.length).toBeGreaterThan(1)
  expect(done).toEqual(done.toSorted((a, b) => a - b))
  const { items } = await readThrough(name, { search: 'ada-299', sort: '-name', limit: '4' })
  expect(items.map((one) => one.name)).toEqual(
    [...Array(10).keys()].map((i) => `Ada-${2999 - i}-`).concat('Ada-299-'),
  )
})

test('a failed read does not lose the results of the other reads', async () => {
  const name = fresh()
  await addAdas(name, 60)
  now += 1e7
  await fold(peopleIn(name))
  forget()
  let lost = ''
  const putBack = interceptStorage((storage) => (input, init) => {
    const url = decodeURIComponent(input as string)
    if (/rows\/[^/]+\/\d/.test(url)) lost ||= url
    return url === lost
      ? Promise.resolve(new Response(null, { status: 503 }))
      : storage(input, init)
  })
  const { indexed } = await askOnce(name, { search: 'ada' })
  putBack()
  expect(indexed?.done).toBeGreaterThan(0)
  expect(indexed?.done).toBeLessThan(60)
  expect((await askOnce(name, { search: 'ada' })).indexed).toEqual({ done: 60, of: 60 })
})

test('many parallel deletes leave no row behind', async () => {
  const name = fresh()
  const ids = await addAdas(name, 40)
  now += 1e7
  await fold(peopleIn(name))
  const gone = ids.slice(10)
  const answers = await Promise.all(gone.map((id) => remove(peopleIn(name), id)))
  expect(new Set(answers)).toEqual(new Set([true]))
  expect((await ask(name, { search: 'ada' })).total).toBe(10)
  await fold(peopleIn(name))
  const kept = await rowTexts(name)
  for (const id of gone) expect(kept).not.toContain(id)
  expect((await ask(name, { search: 'ada' })).total).toBe(10)
})

test('a search finds every text and reference, and several words in any fields', async () => {
  const name = fresh()
  const answers = {
    name: 'Grace Hopper',
    email: 'grace@navy.example',
    message: 'A compiler,\nsoon, says Grace O’Neill: (0)98100-01003 or 98 100–200',
  }
  const { id } = await addPerson(name, answers, now)
  await addPerson(name, { name: 'Rosalind', email: 'rosalind@a.example' }, now)
  const searches = ['COMPILER', 'soon navy', 'hopp soo', id.slice(14), id, 'compiler, grace']
  const asPhonesWrite = ["o'neill", 'O’NEILL', 'oʼneill', '9810001003', '98100200', '100-200']
  for (const search of [...searches, ...asPhonesWrite]) {
    expect(
      (await ask(name, { search })).items.map((one) => one.id),
      search,
    ).toEqual([id])
  }
  expect((await ask(name, { search: 'compiler rosalind' })).total).toBe(0)
})
