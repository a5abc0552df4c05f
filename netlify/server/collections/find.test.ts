import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contact } from '#forms/contact.ts'
import { waitlist } from '#forms/waitlist.ts'
import { orderOf, topN } from './find.ts'

/** Sorts texts by company. Each result ends with the index of its text. */
function sorted(sort: string, texts: readonly string[]): string[] {
  const rows = texts.map((text, id) => ({ text, id: String(id) }))
  return rows.toSorted(orderOf(contact, sort).compare).map(({ text, id }) => text + id)
}

test('sorting compares numbers by value and ignores case and accents', () => {
  const companies = ['Ácme 10', 'zed', 'ACME 9', 'acmé 9']
  expect(sorted('company', companies)).toEqual(['ACME 92', 'acmé 93', 'Ácme 100', 'zed1'])
  // Equal texts stay newest first in both directions.
  expect(sorted('-company', companies)).toEqual(['zed1', 'Ácme 100', 'ACME 92', 'acmé 93'])
})

test('records without an answer come last in both directions, newest first', () => {
  expect(sorted('company', ['', 'b', '', 'a'])).toEqual(['a3', 'b1', '0', '2'])
  expect(sorted('-company', ['', 'b', '', 'a'])).toEqual(['b1', 'a3', '0', '2'])
})

test.each([
  ['', '', '012'],
  ['-createdAt', '', '012'],
  ['createdAt', 'createdAt', '210'],
])('sorting by time uses no column: "%s" becomes "%s"', (asked, sort, ids) => {
  const order = orderOf(contact, asked)
  expect(order).toMatchObject({ sort, column: '' })
  expect(sorted(asked, ['', '', '']).join('')).toBe(ids)
})

test('sorting by id is sorting by time', () => {
  const position = (id: string) => ({ text: '', id })
  const { sort, column, compare } = orderOf(waitlist, '-id')
  expect({ sort, column }).toEqual({ sort: '-id', column: '' })
  expect(compare(position('2'), position('1'))).toBeLessThan(0)
  expect(compare(position('1'), position('1'))).toBe(0)
  expect(orderOf(waitlist, 'id').sort).toBe('')
})

test('the order names its column and keeps the sign of the request', () => {
  expect(orderOf(contact, 'company')).toMatchObject({ sort: 'company', column: 'company' })
  expect(orderOf(contact, '-company')).toMatchObject({ sort: '-company', column: 'company' })
})

test.each(['message', 'constructor', '--name', '-', 'company-', 'com-pany'])(
  'there is no column %s',
  (sort) => {
    const refusal = { status: 400, message: 'Unknown column.' }
    expect(() => orderOf(contact, sort)).toThrow(expect.objectContaining(refusal) as Error)
  },
)

type Runner = { seconds: number; start: number }
const bySeconds = (a: Runner, b: Runner) => a.seconds - b.seconds

test('topN equals a stable sort cut after n items', () => {
  // Few values make many equal items.
  const times = fc.array(fc.nat(4), { maxLength: 30 })
  fc.assert(
    fc.property(times, fc.nat(12), (seconds, n) => {
      const runners = seconds.map((one, start) => ({ seconds: one, start }))
      expect(topN(runners, n, bySeconds)).toEqual(runners.toSorted(bySeconds).slice(0, n))
    }),
  )
})

test('topN keeps n items and compares later items once', () => {
  let looks = 0
  const counting = (a: number, b: number) => {
    looks++
    return a - b
  }
  const ascending = Array.from({ length: 1_000 }, (_, i) => i)
  expect(topN(ascending, 4, counting)).toEqual([0, 1, 2, 3])
  // Each of the first four takes two or three comparisons, each other item takes one.
  expect(looks).toBeLessThan(1_010)
})
