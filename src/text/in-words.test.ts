import { expect, test } from 'vitest'

import { capitalised, inWords } from './in-words.ts'

test('small numbers and tens become words', () => {
  expect([0, 1, 8, 16, 20].map(inWords)).toEqual(['no', 'one', 'eight', 'sixteen', 'twenty'])
  expect([30, 60, 90].map(inWords)).toEqual(['thirty', 'sixty', 'ninety'])
})

test('a number without a word of its own stays a figure', () => {
  expect([21, 95, 100, 120].map(inWords)).toEqual(['21', '95', '100', '120'])
})

test('a sentence begins with a capital letter', () => {
  expect(capitalised(inWords(3))).toBe('Three')
})
