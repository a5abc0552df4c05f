import { expect, test } from 'vitest'
import { dueInWords, replyDueHeader, replyDueIn } from './due-in-words.ts'
import { zoneInShort } from './moment-in-words.ts'

const words = { due: 'By {this.moment}.', dueDay: 'By the end of {this.day}.' }

test.each([
  ['a moment', '2026-11-24T08:40:12Z', 'Asia/Kolkata', 'IN', 'By Tue 24 Nov, 14:10 IST.'],
  ['the end of a day', '2026-11-25T18:30Z', 'Asia/Kolkata', 'IN', 'By the end of Wed 25 Nov IST.'],
  ['summer', '2026-07-05T21:30Z', 'Europe/Lisbon', 'PT', 'By Sun 5 Jul, 22:30 WEST.'],
  [
    'the end of a day in summer',
    '2026-07-06T23:00Z',
    'Europe/Lisbon',
    'PT',
    'By the end of Mon 6 Jul WEST.',
  ],
  [
    'a day of 25 hours',
    '2026-11-02T05:00Z',
    'America/New_York',
    'US',
    'By the end of Sun 1 Nov EST.',
  ],
  [
    'a day that begins at 1:00',
    '2026-04-23T22:00Z',
    'Africa/Cairo',
    'EG',
    'By the end of Thu 23 Apr GMT+3.',
  ],
  ['September', '2026-09-01T10:00Z', 'Asia/Dhaka', 'BD', 'By Tue 1 Sep, 16:00 GMT+6.'],
])('%s is said in words, after a way through a header', (_, moment, timeZone, country, said) => {
  const at = Date.parse(moment)
  const due = { at, timeZone, zone: zoneInShort(at, timeZone, country) }
  expect(replyDueIn(replyDueHeader(due))).toEqual(due)
  expect(dueInWords(due, words)).toBe(said)
})
