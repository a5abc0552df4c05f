import { expect, test } from 'vitest'
import { fillIn } from './fill-in.ts'

const facts = { city: 'Gurugram', figures: { ventures: 8, followOn: '72%' }, address: ['a', 'b'] }

test('a placeholder is replaced by its fact', () => {
  expect(fillIn('{figures.ventures} in {city}, {figures.followOn}.', facts)).toBe(
    '8 in Gurugram, 72%.',
  )
  expect(fillIn('No placeholder.', facts)).toBe('No placeholder.')
})

test.each(['{figures.venture}', '{figures}', '{address}', '{}', '{city.length}', '{toString}'])(
  '%s is an error that names the placeholder',
  (placeholder) => {
    expect(() => fillIn(`So: ${placeholder}.`, facts)).toThrow(`“${placeholder}” names no`)
  },
)
