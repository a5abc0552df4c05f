import { expect, test } from 'vitest'
import { categories, categoryWords, chipLabel } from './categories.ts'

test('dashes in a category become capitalised words', () => {
  expect(categoryWords('consumer')).toBe('Consumer')
  expect(categoryWords('future-of-work')).toBe('Future Of Work')
  expect(categoryWords('deeptech')).toBe('Deeptech')
})

test('every chip has a label', () => {
  expect(chipLabel('all')).toBe('All Ventures')
  expect(categories.map(chipLabel)).toEqual([
    'Commerce',
    'Fintech',
    'Sustainability',
    'Mobility',
    'Consumer',
    'Deep Tech',
  ])
})
