import { expect, test } from 'vitest'
import { fillAll, fillIn } from './fill-in.ts'

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

test('a number can be written in words, and choose between one and many', () => {
  expect(fillIn('{n in words} of {n In words}', { n: 8 })).toBe('eight of Eight')
  const open = '{n In words} {n: role is | roles are} open'
  expect(fillIn(open, { n: 1 })).toBe('One role is open')
  expect(fillIn(open, { n: 3 })).toBe('Three roles are open')
  expect(fillIn('{s in a sentence}', { s: 'Pre-seed' })).toBe('pre-seed')
})

test.each(['{city in words}', '{city: a | b}'])('%s is an error: no number', (placeholder) => {
  expect(() => fillIn(placeholder, facts)).toThrow('names no number')
})

test('what a text is about is filled in by a second call', () => {
  const once = fillIn('{this.name} in {city}', facts)
  expect(fillIn(once, { this: { name: 'Calmist' } })).toBe('Calmist in Gurugram')
  expect(() => fillIn(once, { this: {} })).toThrow('“{this.name}” names no')
})

test('an article that starts a sentence stays on the line of its word', () => {
  const text = 'A yes. A no? A maybe! Plan A goes.'
  expect(fillAll({ text }, {})).toEqual({ text: 'A yes. A\u00a0no? A\u00a0maybe! Plan A goes.' })
})
