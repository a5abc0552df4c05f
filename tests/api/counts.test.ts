import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import type { Form } from '#forms/form.ts'
import { investor } from '#forms/investor.ts'
import { listRecords } from '#server/admin/list-records.ts'
import type { Collection } from '#server/collections/collection.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { tileSize, useTileSize } from '#server/collections/rows/tiles.ts'
import { add } from '#server/collections/records.ts'
import { remove, changeState } from '#server/collections/change.ts'
import { isDueFirst, STATUSES, type Status } from '#forms/statuses.ts'
import { summaryOf } from '#server/collections/counts.ts'
import { endOfToday, replyClockOf } from '#server/content/studio.ts'
import { newId } from '#server/storage/record-id.ts'
import { runs } from '../runs.ts'
import { asAdmin, change, newMessage, pageOf, type InboxPage } from './inbox.ts'
import { lose, LOSSES } from './rows.ts'
import { useStudio } from './studio.ts'

useStudio()

const HOUR_MS = 60 * 60 * 1_000
const usual = tileSize()
let now: number

beforeEach(() => {
  now = Date.parse('2026-11-18T10:00Z')
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  useTileSize(3)
})
afterEach(() => useTileSize(usual))

type One = { id: string; at: number; name: string; isHeld: boolean; seen: boolean; done: boolean }

const ask = async (things: Collection, asked: Record<string, string>): Promise<InboxPage> =>
  (await listRecords(things, new URLSearchParams(asked))).json() as Promise<InboxPage>

/** The ids and pages of a list, read page by page. */
async function readThrough(things: Collection, asked: Record<string, string>) {
  const ids: string[] = []
  const pages: InboxPage[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: InboxPage = await ask(things, { ...asked, limit: '4', ...(cursor && { cursor }) })
    ids.push(...page.items.map(({ id }) => id))
    pages.push(page)
    cursor = page.next
  }
  return { ids, pages }
}

/** The expected answers, computed from a plain array. */
async function truthOf(form: Form, all: readonly One[]) {
  const clock = await replyClockOf(form)
  const shown = all.filter((one) => !one.isHeld).sort((a, b) => (a.id < b.id ? -1 : 1))
  const tonight = await endOfToday(now)
  const isDueToday = (one: One) => {
    const due = clock?.dueAt(one.at) ?? 0
    return !one.done && due >= now && due <= tonight
  }
  const is: Record<Status, (one: One) => boolean> = {
    new: (one) => !one.seen,
    waiting: (one) => clock !== null && !one.done,
    today: isDueToday,
    overdue: (one) => clock !== null && !one.done && clock.dueAt(one.at) < now,
    answered: (one) => one.done,
  }
  const newestFirst = (status: Status) => shown.filter(is[status]).map(({ id }) => id)
  const of = (status: Status) =>
    isDueFirst(status) ? newestFirst(status).reverse() : newestFirst(status)
  const held = all.length - shown.length
  const counts = {
    new: of('new').length,
    waiting: of('waiting').length,
    overdue: of('overdue').length,
    held,
  }
  const summary = {
    total: shown.length,
    newest: shown[0]?.id ?? null,
    counts: {
      ...counts,
      answered: of('answered').length,
      dueToday: of('today').length,
    },
  }
  return { of, counts, summary, shown: shown.map(({ id }) => id) }
}

/** Ages from minutes to weeks, and around the end of a promised time. */
const age = fc.oneof(
  fc.integer({ min: 0, max: 300 * HOUR_MS }),
  fc.constantFrom(24 * HOUR_MS, 24 * HOUR_MS - 1, 24 * HOUR_MS + 1),
)
/** No name matches the digits of a reference, because a search finds references too. */
const record = fc.record({
  age,
  name: fc.constantFrom('Ivo', 'Bo', 'Zoë'),
  isHeld: fc.boolean(),
  seen: fc.boolean(),
  done: fc.boolean(),
  isRemoved: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
})
const step = fc.record({
  records: fc.array(record, { maxLength: 8 }),
  isFolded: fc.boolean(),
  hours: fc.integer({ min: 0, max: 40 }),
  lost: fc.option(fc.constantFrom(...LOSSES)),
})

let count = 0
test.each([contact, investor, careers] as Form[])(
  'the counts of $plural and the lists of each status are exact at any time',
  async (form) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        const things: Collection = { form, name: `things-${++count}` }
        const all: One[] = []
        for (const { records, isFolded, hours, lost } of steps) {
          for (const { age, isRemoved, ...one } of records) {
            const at = now - age
            const id = newId(at)
            const submission = { id, createdAt: '', name: one.name, fullName: one.name }
            await add(things, { submission, attempt: id, digest: '' })
            const { isHeld, seen, done } = one
            await changeState(things, id, () => ({
              ...(isHeld && { isHeld }),
              ...(seen && { seenAt: 'then' }),
              ...(done && { answeredAt: 'then' }),
            }))
            if (isRemoved) await remove(things, id)
            else all.push({ ...one, id, at })
          }
          now += hours * HOUR_MS
          if (isFolded) await fold(things)
          if (lost) await lose(things.name, lost, count)

          const truth = await truthOf(form, all)
          const whole = await readThrough(things, {})
          expect(whole.ids).toEqual(truth.shown)
          expect(await summaryOf(things)).toEqual(truth.summary)
          for (const { counts } of whole.pages) expect(counts).toEqual(truth.counts)
          expect((await ask(things, { state: 'held', limit: '1' })).counts).toEqual(truth.counts)
          for (const status of STATUSES) {
            const expected = truth.of(status)
            const { ids, pages } = await readThrough(things, { status })
            expect(ids, status).toEqual(expected)
            expect(pages.map(({ total }) => total)).toEqual(pages.map(() => expected.length))
            expect(pages[0]?.counts).toEqual(truth.counts)
            const ivos = all.filter((one) => one.name === 'Ivo').map(({ id }) => id)
            const found = await readThrough(things, { status, search: 'ivo', sort: 'createdAt' })
            const oldestFirst = isDueFirst(status) ? expected : expected.toReversed()
            expect(found.ids).toEqual(oldestFirst.filter((id) => ivos.includes(id)))
            const newest = await readThrough(things, { status, sort: '-createdAt' })
            expect(newest.ids).toEqual(oldestFirst.toReversed())
          }
        }
      }),
      { numRuns: runs(12) },
    )
  },
)

test('every list comes with counts, which include a change made a moment ago', async () => {
  const before = (await pageOf('contact-submissions?limit=1')).counts
  const [one, two] = [await newMessage(), await newMessage()]
  await newMessage({ honeypot: 'https://spam.test' })
  const { new: fresh, waiting, overdue, held } = before
  const counts = { new: fresh + 2, waiting: waiting + 2, overdue, held: held + 1 }
  for (const query of ['', '?search=nobody', '?status=answered', '?state=held', '?sort=name']) {
    expect((await pageOf(`contact-submissions${query}`)).counts).toEqual(counts)
  }
  await change(one, { seen: true })
  await change(two, { answered: true })
  const after = await pageOf('contact-submissions?status=new')
  expect(after.counts).toEqual({ ...counts, new: fresh + 1, waiting: waiting + 1 })
  expect(after.items.map(({ id }) => `contact-submissions/${id}`)).toContain(two)
  now += 24 * HOUR_MS
  expect((await pageOf('contact-submissions?limit=1')).counts.overdue).toBe(0)
  now += 1_000
  const later = await pageOf('contact-submissions?status=overdue')
  expect(later.counts.overdue).toBe(later.counts.waiting)
  expect(later.items.map(({ id }) => `contact-submissions/${id}`)).toContain(one)
})

test.each(['status=late', 'status=', 'status=New', 'status=new&state=held'])(
  'a list with %s is refused',
  async (query) => {
    const answer = await asAdmin(`contact-submissions?${query}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ error: 'Unknown status.' })
  },
)
