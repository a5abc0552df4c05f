import { expect, test } from 'vitest'
import { categoryWords } from './categories.ts'

test('dashes in a category become capitalised words', () => {
  expect(categoryWords('consumer')).toBe('Consumer')
  expect(categoryWords('future-of-work')).toBe('Future Of Work')
  expect(categoryWords('deeptech')).toBe('Deeptech')
})
