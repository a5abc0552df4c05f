import { expect, test } from 'vitest'
import { DAY_MS } from './calendar.ts'
import { timeOfDay } from './time-of-day.ts'

test.each([
  ['Asia/Kolkata', '2027-03-28', '2027-03-28T08:00+05:30'],
  ['Europe/Berlin', '2027-03-27', '2027-03-27T08:00+01:00'],
  ['Europe/Berlin', '2027-03-28', '2027-03-28T08:00+02:00'],
  ['Europe/Berlin', '2027-10-31', '2027-10-31T08:00+01:00'],
  ['America/Santiago', '2027-09-05', '2027-09-05T08:00-03:00'],
  ['America/New_York', '2027-11-07', '2027-11-07T08:00-05:00'],
  ['Australia/Lord_Howe', '2027-10-03', '2027-10-03T08:00+11:00'],
])('in %s it is eight in the morning of %s at %s', (zone, day, moment) => {
  expect(timeOfDay(zone)(Date.parse(day) / DAY_MS, 8)).toBe(Date.parse(moment))
})
