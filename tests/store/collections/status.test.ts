import { expect, test } from 'vitest'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { type Segment } from '#server/collections/rows/segment.ts'
import { NEWEST, OLDEST, type Span } from '#server/collections/spans.ts'
import { isDueFirst, STATUSES } from '#forms/statuses.ts'
import {
  dueAfter,
  filterOf,
  matchesFilter,
  overdueAfter,
  statusCounts,
} from '#server/collections/status.ts'
import { idPrefixAt } from '#server/storage/record-id.ts'
import { useOwnStudio } from '../../own-studio.ts'
import { partOf } from '../rows/parts.ts'
import { clock, HOUR, newThings, rowOf, SPAM, useThings } from '../things.ts'

useOwnStudio()
useThings()

const seen = { seenAt: '2026-01-31' }
const answered = { answeredAt: '2026-01-31' }
/** Keys are ages in hours. The studio promises an answer to messages within 24 hours. */
const rows = new Map([
  [1, rowOf(1)],
  [2, rowOf(2, seen)],
  [3, rowOf(3, answered)],
  [20, rowOf(20)],
  [30, rowOf(30)],
  [31, rowOf(31, { ...seen, ...answered })],
  [50, rowOf(50, seen)],
  [51, rowOf(51, {}, SPAM)],
])
const at = (hoursAgo: number) => idPrefixAt(clock.now - hoursAgo * HOUR)
const segmentOf = (span: Span) =>
  partOf(
    newThings(),
    [...rows.values()].filter(({ id }) => id >= span.from && id < span.to),
    span,
  )
/** Three segments; the second contains the limit for overdue. */
const segments = () => [
  segmentOf({ from: NEWEST, to: at(2) }),
  segmentOf({ from: at(2), to: at(40) }),
  segmentOf({ from: at(40), to: OLDEST }),
]

const lateNow = () => overdueAfter(contact)

test.each([
  [undefined, [1, 2, 3, 20, 30, 31, 50]],
  ['new', [1, 3, 20, 30]],
  ['waiting', [1, 2, 20, 30, 50]],
  // it is 5:30 at the studio, whose day ends in 18.5 hours
  ['today', [20]],
  ['overdue', [30, 50]],
  ['answered', [3, 31]],
] as const)('the filter %s finds and counts its rows', async (status, hours) => {
  const filter = filterOf(false, status, await dueAfter(contact))
  const parts = segments()
  const counts = await Promise.all(parts.map(filter.count))
  expect(counts.reduce((sum, one) => sum + one)).toBe(hours.length)
  const found: string[] = []
  for (const part of parts) {
    const rows = await part.rows(false)
    found.push(...rows.ids.filter((_, index) => matchesFilter(rows, index, filter)))
  }
  expect(found).toEqual(hours.map((hoursAgo) => rows.get(hoursAgo)?.id))
  // Only ids after this one can match.
  const { today, overdue } = (await dueAfter(contact)) ?? {}
  expect(filter.after).toBe({ today, overdue }[String(status)] ?? '')
  expect(found.every((id) => id > filter.after)).toBe(true)
})

test('nothing waits for a reply if the form promises none', async () => {
  expect(await overdueAfter(careers)).toBeNull()
  for (const status of STATUSES) {
    const filter = filterOf(false, status, null)
    const isNone = isDueFirst(status)
    const counts = await Promise.all(segments().map(filter.count))
    const sum = counts.reduce((all, one) => all + one)
    expect(sum, status).toBe({ new: 4, answered: 2, waiting: 0, today: 0, overdue: 0 }[status])
    const rows = await segmentOf({ from: NEWEST, to: OLDEST }).rows(false)
    const some = rows.ids.some((_, index) => matchesFilter(rows, index, filter))
    expect(some, status).toBe(!isNone)
    expect(filter.after).toBe('')
  }
  expect(await statusCounts(segments(), null)).toEqual({ new: 4, waiting: 0, overdue: 0, held: 1 })
})

test('an index without a row matches no filter', async () => {
  const rows = await segmentOf({ from: NEWEST, to: OLDEST }).rows(false)
  expect(matchesFilter(rows, 99, filterOf(false, 'new', null))).toBe(false)
})

test('held rows are counted as held and in no other status', async () => {
  expect(await statusCounts(segments(), await dueAfter(contact))).toEqual({
    new: 4,
    waiting: 5,
    overdue: 2,
    held: 1,
  })
  const [, , oldest] = segments()
  const { count } = filterOf(true, undefined, await dueAfter(contact))
  expect(oldest && (await count(oldest))).toBe(1)
})

test('a message is overdue after the promised time, now or at a later moment', async () => {
  const late = await lateNow()
  const came = (msAgo: number) => `${idPrefixAt(clock.now - msAgo)}-0123456789ab`
  expect(came(24 * HOUR) > (late ?? '')).toBe(false)
  expect(came(24 * HOUR + 1) > (late ?? '')).toBe(true)
  expect(await overdueAfter(contact, clock.now + HOUR)).toBe(at(23 + 1 / HOUR))
})

test('only the part that contains the limit is read', async () => {
  const late = at(30)
  let looks = 0
  const part = (from: string, to: string, unanswered: number): Segment => ({
    span: { from, to },
    counts: () => ({ rows: 9, unseen: 9, unanswered }),
    requests: () => 0,
    rows: () => Promise.reject(new Error('No row is read for a count.')),
    ids: () => Promise.reject(new Error('Nor are ids.')),
    unansweredAfter(id) {
      expect(id).toBe(late)
      looks++
      return Promise.resolve(1)
    },
  })
  const overdue = async (...parts: Segment[]) => {
    looks = 0
    return { overdue: (await statusCounts(parts, { overdue: late, today: late })).overdue, looks }
  }
  expect(await overdue(part(at(1), late, 9))).toEqual({ overdue: 0, looks: 0 })
  expect(await overdue(part(at(30.1), OLDEST, 9))).toEqual({ overdue: 9, looks: 0 })
  expect(await overdue(part(at(1), OLDEST, 0))).toEqual({ overdue: 0, looks: 0 })
  expect(await overdue(part(at(1), OLDEST, 9))).toEqual({ overdue: 1, looks: 1 })
  expect(await overdue(part(late, OLDEST, 9))).toEqual({ overdue: 1, looks: 1 })
})
