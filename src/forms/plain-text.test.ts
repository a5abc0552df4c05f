import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['as typed ', 'as typed '],
  [undefined, ''],
  [null, ''],
  [0, '0'],
  [false, 'false'],
  [['Fintech', 'Health'], 'Fintech, Health'],
  [['one', undefined, ['two', 3]], 'one, , two, 3'],
  [{ a: 1 }, '{"a":1}'],
])('%j is one plain text', (answer, text) => {
  expect(plainText(answer)).toBe(text)
})
