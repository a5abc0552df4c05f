import { expect, test } from 'vitest'

import { numberIn } from './number-in.ts'

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
