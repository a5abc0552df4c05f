import { expect, test } from 'vitest'
import { isAllowed } from './licences.ts'

test.each([
  'MIT',
  'Apache-2.0',
  '(MIT OR GPL-3.0-only)',
  'GPL-2.0-only OR BSD-2-Clause',
  'MIT AND ISC',
])('%s is allowed', (expression) => {
  expect(isAllowed(expression)).toBe(true)
})

test.each([
  'GPL-3.0-only',
  'AGPL-3.0-or-later',
  'MIT AND GPL-3.0-only',
  '(MIT AND GPL-3.0-only) OR LGPL-3.0-only',
  'UNLICENSED',
  'SEE LICENSE IN LICENSE.md',
  'mit',
  '',
])('"%s" is not allowed', (expression) => {
  expect(isAllowed(expression)).toBe(false)
})
