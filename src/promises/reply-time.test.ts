import { expect, test } from 'vitest'
import { replyTime } from './reply-time.ts'

test.each([
  ['24 hours', { count: 24, unit: 'hours' }],
  ['one hour', { count: 1, unit: 'hours' }],
  ['two business days', { count: 2, unit: 'business days' }],
  ['5 business days', { count: 5, unit: 'business days' }],
  ['a business day', null],
  ['0 hours', null],
  ['two days', null],
  ['soon', null],
  ['', null],
])('“%s” is parsed completely or not at all', (words, time) => {
  expect(replyTime(words)).toEqual(time)
})
