import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mintAttemptKey, mintedAt } from './attempt.ts'

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('a key is a UUIDv7 with its creation time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), (now) => {
      const key = mintAttemptKey(now)
      expect(key).toMatch(UUID_V7)
      expect(mintedAt(key)).toBe(now)
    }),
  )
})

test('two keys of the same millisecond differ', () => {
  expect(mintAttemptKey(5)).not.toBe(mintAttemptKey(5))
})

test('a key of another form has no time', () => {
  expect(mintedAt('3f1a5c1e-8d4b-4c1a-9d3e-2b7a6c5d4e3f')).toBeUndefined()
  expect(mintedAt('order 66')).toBeUndefined()
})
