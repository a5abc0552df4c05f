import { expect, test } from 'vitest'

import { capitalised, inWords, numberIn } from './numbers.ts'

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

test('a text with a currency, a range or a plus sign has its numbers', () => {
  expect(numberIn('75+')).toBe(75)
  expect([numberIn('$25K–$150K'), numberIn('$25K–$150K', 2)]).toEqual([25, 150])
  expect(numberIn('3.2x')).toBe(3.2)
  expect(numberIn(8)).toBe(8)
})

test('a text without such a number has none', () => {
  expect(numberIn('two business days')).toBeNaN()
  expect(numberIn('48 hours', 2)).toBeNaN()
})
