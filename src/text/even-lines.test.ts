import { expect, test } from 'vitest'
import { evenLines } from './even-lines.ts'

test('lines are about equally long', () => {
  expect(evenLines('Ninety days to a product someone pays for', 24)).toEqual([
    'Ninety days to a product',
    'someone pays for',
  ])
  expect(evenLines('Portfolio: eight ventures, by sector and stage', 24)).toEqual([
    'Portfolio: eight',
    'ventures, by',
    'sector and stage',
  ])
})

test('a word with a hyphen stays whole', () => {
  expect(evenLines('Example: a venture studio that co-builds from 0 to 10', 24)).toEqual([
    'Example: a venture',
    'studio that co-builds',
    'from 0 to 10',
  ])
})

test('a short text has one line, and a long word a line of its own', () => {
  expect(evenLines('About', 24)).toEqual(['About'])
  expect(evenLines('a incomprehensibilities b', 10)).toEqual(['a', 'incomprehensibilities', 'b'])
})
