import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarOf, HOUR_MS } from './calendar.ts'
import { replyClock } from './reply-clock.ts'
import type { ReplyTime } from './reply-time.ts'

const days = (count: number): ReplyTime => ({ count, unit: 'business days' })

test.each([
  ['a Monday, noon', 2, '2026-11-23T12:00+05:30', '2026-11-26T00:00+05:30'],
  ['a Thursday: over the weekend', 2, '2026-11-26T09:00+05:30', '2026-12-01T00:00+05:30'],
  ['a Friday’s last minute', 2, '2026-11-27T23:59+05:30', '2026-12-02T00:00+05:30'],
  ['a Saturday: as if it were Friday', 2, '2026-11-28T00:00+05:30', '2026-12-02T00:00+05:30'],
  ['a Sunday evening', 2, '2026-11-29T23:59+05:30', '2026-12-02T00:00+05:30'],
  ['a Sunday night in UTC, Monday there', 2, '2026-11-29T20:00Z', '2026-12-03T00:00+05:30'],
  ['a Monday, five days', 5, '2026-11-23T12:00+05:30', '2026-12-01T00:00+05:30'],
  ['a Wednesday, over the New Year', 5, '2026-12-30T18:00+05:30', '2027-01-07T00:00+05:30'],
])('business days: a message on %s', (_, count, cameAt, due) => {
  const { dueAt } = replyClock(days(count), 'Asia/Kolkata')
  expect(new Date(dueAt(Date.parse(cameAt))).toISOString()).toBe(new Date(due).toISOString())
})

test.each([
  ['a day of 23 hours', 'America/New_York', '2026-03-05T12:00-05:00', '2026-03-10T00:00-04:00'],
  ['a day of 25 hours', 'America/New_York', '2026-10-29T12:00-04:00', '2026-11-03T00:00-05:00'],
  ['a day that begins at 1:00', 'Africa/Cairo', '2026-04-22T12:00+02:00', '2026-04-24T01:00+03:00'],
  ['midnight twice', 'America/Havana', '2026-10-29T12:00-04:00', '2026-11-03T00:00-05:00'],
  ['a day that was left out', 'Pacific/Apia', '2011-12-28T12:00-10:00', '2011-12-31T00:00+14:00'],
])('business days with %s', (_, zone, cameAt, due) => {
  const { dueAt } = replyClock(days(zone === 'Africa/Cairo' ? 1 : 2), zone)
  expect(new Date(dueAt(Date.parse(cameAt))).toISOString()).toBe(new Date(due).toISOString())
})

test('hours pass day and night, also when the clocks change', () => {
  const { dueAt } = replyClock({ count: 24, unit: 'hours' }, 'America/New_York')
  const cameAt = Date.parse('2026-03-07T12:00-05:00')
  expect(dueAt(cameAt) - cameAt).toBe(24 * HOUR_MS)
})

const zones = [
  'Asia/Kolkata',
  'Europe/Berlin',
  'America/New_York',
  'America/Havana',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'UTC',
]
const FROM = Date.UTC(2015, 0, 1)
const TO = Date.UTC(2040, 0, 1)
const moment = fc.integer({ min: FROM, max: TO })

/** Names days through Intl.DateTimeFormat, independently of the clock. */
const dayNamesOf = (timeZone: string) => {
  const date = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'full' })
  return (at: number) => date.format(at)
}
const isWeekend = (name: string) => name.startsWith('S')

describe.each(zones)('in %s', (zone) => {
  const nameOf = dayNamesOf(zone)

  test('a day begins where the date changes', () => {
    const { dayOf, startOf } = calendarOf(zone)
    fc.assert(
      fc.property(moment, (at) => {
        const start = startOf(dayOf(at))
        expect(nameOf(start)).toBe(nameOf(at))
        expect(nameOf(start - 1)).not.toBe(nameOf(at))
        expect(start).toBeLessThanOrEqual(at)
      }),
    )
  })

  test('exactly the promised number of working days passes before a reply is due', () => {
    const count = fc.integer({ min: 1, max: 12 })
    fc.assert(
      fc.property(moment, count, (at, promised) => {
        const due = replyClock(days(promised), zone).dueAt(at)
        const dates = new Set([nameOf(due - 1)])
        for (let step = at; step < due; step += 6 * HOUR_MS) dates.add(nameOf(step))
        dates.delete(nameOf(at))
        expect([...dates].filter((date) => !isWeekend(date))).toHaveLength(promised)
        // The due time is the end of a working day.
        expect(isWeekend(nameOf(due - 1))).toBe(false)
        expect(nameOf(due)).not.toBe(nameOf(due - 1))
      }),
    )
  })

  test('everything up to one exact time is overdue', () => {
    const time = fc.record({
      count: fc.integer({ min: 1, max: 40 }),
      unit: fc.constantFrom<ReplyTime['unit']>('hours', 'business days'),
    })
    fc.assert(
      fc.property(
        moment,
        time,
        fc.integer({ min: 0, max: 60 * 24 * HOUR_MS }),
        (now, promised, ago) => {
          const { dueAt, overdueUpTo } = replyClock(promised, zone)
          const last = overdueUpTo(now)
          expect(dueAt(last)).toBeLessThan(now)
          expect(dueAt(last + 1)).toBeGreaterThanOrEqual(now)
          expect(dueAt(now - ago) < now).toBe(now - ago <= last)
        },
      ),
    )
  })
})
