import { expect, test } from 'vitest'

import { publicationAt } from './publication.ts'

const at = (moment: string, timeZone = 'Asia/Kolkata') =>
  publicationAt(Date.parse(moment), timeZone)

test('an entry is public from the first moment of its day in the studio’s time zone', () => {
  for (const dates of [{ opens: '2026-12-04' }, { date: '2026-12-04' }]) {
    expect(at('2026-12-03T23:59:59+05:30').isPublished(dates)).toBe(false)
    expect(at('2026-12-04T00:00:00+05:30').isPublished(dates)).toBe(true)
    expect(at('2026-12-04T00:00:00+05:30', 'America/New_York').isPublished(dates)).toBe(false)
  }
})

test('an entry without a day is public, and a draft never is', () => {
  const { isPublished } = at('2026-12-04T12:00Z')
  expect(isPublished({})).toBe(true)
  expect(isPublished({ draft: true })).toBe(false)
  expect(isPublished({ draft: true, opens: '2020-01-01' })).toBe(false)
})

test('a role is open for the whole of its last day', () => {
  const role = { closes: '2026-12-04' }
  expect(at('2026-12-04T23:59:59+05:30').isClosed(role)).toBe(false)
  expect(at('2026-12-05T00:00:00+05:30').isClosed(role)).toBe(true)
  expect(at('2026-12-05T00:00:00+05:30').isClosed({})).toBe(false)
})

test('a day begins when its clock says so, also where midnight is skipped', () => {
  const dates = { opens: '2026-04-24' }
  expect(at('2026-04-23T23:59:59+02:00', 'Africa/Cairo').isPublished(dates)).toBe(false)
  expect(at('2026-04-24T01:00:00+03:00', 'Africa/Cairo').isPublished(dates)).toBe(true)
})

test('the site changes with the beginning of a first day and the end of a last one', () => {
  const { changesOf } = at('2026-12-01T12:00+05:30')
  const entries = [
    { opens: '2026-12-02', draft: true },
    { date: '2026-11-01' },
    { date: '2026-12-09' },
    { opens: '2026-12-05' },
    { opens: '2026-11-01', closes: '2026-12-03' },
  ]
  const days = ['2026-12-04', '2026-12-05', '2026-12-09']
  expect(changesOf(entries)).toEqual(days.map((day) => Date.parse(`${day}T00:00+05:30`)))
  expect(changesOf([{}, { date: '2026-11-01' }, { closes: '2026-11-30' }])).toEqual([])
})
