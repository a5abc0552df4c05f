import { z } from 'astro/zod'
import { expect, test } from 'vitest'

import { whyInvalid } from './why-invalid.ts'

const schema = z.strictObject({
  name: z.string().min(1, 'must not be empty'),
  stage: z.enum(['Seed', 'Series A']),
  weeks: z.int().positive(),
  tags: z.array(z.string()).min(2),
  website: z.url().optional(),
})
const right = { name: 'A', stage: 'Seed', weeks: 4, tags: ['a', 'b'] }

test.each([
  [{ name: '' }, '“name” is empty; it must not be empty'],
  [{ name: undefined }, '“name” is missing; it must be text'],
  [{ name: 7 }, '“name” is 7; it must be text'],
  [{ stage: 'Sold' }, '“stage” is “Sold”; it must be Seed or Series A'],
  [{ weeks: 'four' }, '“weeks” is “four”; it must be a number'],
  [{ weeks: 4.5 }, '“weeks” is 4.5; it must be a whole number'],
  [{ weeks: 0 }, '“weeks” is 0; it must be 1 or more'],
  [{ tags: ['a'] }, '“tags” is a list; it must have 2 or more'],
  [{ tags: ['a', 2] }, '“tags”, number 2 is 2; it must be text'],
  [{ website: 'here' }, '“website” is “here”; it must be an address that begins with https://'],
  [{ tag: [] }, '“tag” is no key that is known here'],
])('%o: the message has the key, the value and the expectation', (change, sentence) => {
  const entry = { ...right, ...change }
  const { error } = schema.safeParse(entry)
  expect(error && whyInvalid(error, entry)).toBe(sentence)
})
