import { expect, test } from 'vitest'
import { contact } from '#forms/contact.ts'
import { waitlist } from '#forms/waitlist.ts'
import { orderOf, sortedText } from './order.ts'

/** Texts as a list sorted by the company shows them; the id of each is where it stands here. */
function sorted(sort: string, texts: readonly string[]): string[] {
  const rows = texts.map((text, id) => ({ text, id: String(id) }))
  return rows.toSorted(orderOf(contact, sort).compare).map(({ text, id }) => text + id)
}

test('numbers in a text count as numbers, case and accents for nothing', () => {
  const companies = ['Ácme 10', 'zed', 'ACME 9', 'acmé 9']
  expect(sorted('company', companies)).toEqual(['ACME 92', 'acmé 93', 'Ácme 100', 'zed1'])
  // Equal ones stay in their order: the newest first either way.
  expect(sorted('-company', companies)).toEqual(['zed1', 'Ácme 100', 'ACME 92', 'acmé 93'])
})

test('who gave no answer comes last either way, the newest first', () => {
  expect(sorted('company', ['', 'b', '', 'a'])).toEqual(['a3', 'b1', '0', '2'])
  expect(sorted('-company', ['', 'b', '', 'a'])).toEqual(['b1', 'a3', '0', '2'])
})

test.each([
  ['', '', '012'],
  ['-createdAt', '', '012'],
  ['createdAt', 'createdAt', '210'],
])('by time there is no column: "%s" is "%s"', (asked, sort, ids) => {
  const order = orderOf(contact, asked)
  expect(order).toMatchObject({ sort, column: '' })
  expect(sorted(asked, ['', '', '']).join('')).toBe(ids)
})

test('an id says when it came, so that by id is by time', () => {
  const position = (id: string) => ({ text: '', id })
  const { sort, column, compare } = orderOf(waitlist, '-id')
  expect({ sort, column }).toEqual({ sort: '-id', column: '' })
  expect(compare(position('2'), position('1'))).toBeLessThan(0)
  expect(compare(position('1'), position('1'))).toBe(0)
  expect(orderOf(waitlist, 'id').sort).toBe('')
})

test('a column is named with the sign that was asked for', () => {
  expect(orderOf(contact, 'company')).toMatchObject({ sort: 'company', column: 'company' })
  expect(orderOf(contact, '-company')).toMatchObject({ sort: '-company', column: 'company' })
})

test.each(['message', 'constructor', '--name', '-', 'company-', 'com-pany'])(
  'there is no column %s',
  (sort) => {
    const refusal = { status: 400, message: 'There is no such column.' }
    expect(() => orderOf(contact, sort)).toThrow(expect.objectContaining(refusal) as Error)
  },
)

test('a row is sorted by what it answered, in one text', () => {
  const answers = { company: ['Acme', 'Zed'], name: 'Ada' }
  expect(sortedText('company', answers)).toBe('Acme, Zed')
  expect(sortedText('subject', answers)).toBe('')
})
