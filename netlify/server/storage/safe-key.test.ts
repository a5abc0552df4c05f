import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { safeKey } from './kv.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

test.each(['rec/contact/8208000000000-0123456789ab', 'a_b.c', '...', '.a', 'a.', '..a'])(
  '%s stays unchanged',
  (key) => {
    expect(safeKey(key)).toBe(key)
  },
)

test.each(['lead?x', '.', '..', 'Lead', 'a b', '?lead', '', 'ä', 'lead\n'])(
  'the segment %j is stored as its hash',
  (segment) => {
    expect(safeKey(`rec/${segment}/x`)).toBe(`rec/${hashOf(segment)}/x`)
  },
)

test('a key has at most 600 bytes', () => {
  expect(safeKey('a'.repeat(600))).toHaveLength(600)
  expect(() => safeKey('a'.repeat(601))).toThrow(
    new RangeError('A storage key is longer than 600 bytes.'),
  )
})
