import { expect, test } from 'vitest'
import { createdAtOf, idPrefixAt, isId, newId, referenceOf } from './record-id.ts'

test('an id contains its creation time, and the newest id sorts first', () => {
  const [old, young] = [newId(1_000), newId(2_000)]
  expect(old).toMatch(/^9999999998999-[0-9a-f]{12}$/)
  expect([createdAtOf(old), createdAtOf(young)]).toEqual([1_000, 2_000])
  expect([old, young].sort()).toEqual([young, old])
  const before = Date.now()
  expect(createdAtOf(newId())).toBeGreaterThanOrEqual(before)
})

test('two ids of the same millisecond differ, and so do their references', () => {
  expect(referenceOf(newId(5))).not.toBe(referenceOf(newId(5)))
  expect(referenceOf('8208000000000-0123456789ab')).toBe('0123456789ab')
})

test('the id prefix has thirteen digits for every time', () => {
  expect(idPrefixAt(9_999_999_999_998)).toBe('0000000000001')
})

test('a text of another form is not an id', () => {
  const id = '8208000000000-0123456789ab'
  expect(isId(id)).toBe(true)
  for (const other of [`1${id}`, `${id}0`, id.slice(1), id.slice(0, -1), id.toUpperCase(), '']) {
    expect(isId(other), other).toBe(false)
  }
  expect(isId('820800000000x-0123456789ab')).toBe(false)
  expect(isId('8208000000000-0123456789aG')).toBe(false)
})
