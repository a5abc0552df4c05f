import fc from 'fast-check'
import { expect, test } from 'vitest'
import { waitlist } from '#forms/waitlist.ts'
import { newId } from '#server/storage/record-id.ts'
import { rowsAtHand } from './chunk.ts'
import { matching } from './row-index.ts'

/** Builds sign-up rows with these addresses, newest first. */
const rowsOf = (emails: readonly string[]) =>
  rowsAtHand(
    waitlist,
    emails.map((email, age) => {
      const id = newId(Date.UTC(2026, 0, 1) - age)
      const createdAt = new Date(0).toISOString()
      const submission = { id, createdAt, email, projectName: 'Calmist', sourcePage: '/calmist' }
      return { id, etag: '', state: {}, submission } as never
    }),
  )

test('a search finds every row with all words, in any order of words', () => {
  // Few letters make partial, repeated and neighbouring matches likely.
  const text = (minLength: number) =>
    fc.stringMatching(/^[xyz@.]*$/, { maxLength: 6 }).filter((one) => one.length >= minLength)
  const rows = fc.array(text(0), { maxLength: 12 })
  fc.assert(
    fc.property(rows, fc.array(text(1), { minLength: 1, maxLength: 3 }), (emails, words) => {
      const isHit = (email: string) => words.every((word) => email.includes(word))
      const hits = emails.flatMap((email, place) => (isHit(email) ? [place] : []))
      expect(matching(rowsOf(emails), words)).toEqual(hits)
    }),
  )
})

test('a long word is found whole, wherever its rarest letter stands', () => {
  const rows = rowsOf([
    'ada@lovelace.example',
    'velace@example.com',
    'x@lovelac',
    'zoe@love.example',
  ])
  expect(matching(rows, ['lovelace'])).toEqual([0])
  expect(matching(rows, ['velace'])).toEqual([0, 1])
  expect(matching(rows, ['example', 'love'])).toEqual([0, 3])
  expect(matching(rows, ['lovelace.example.'])).toEqual([])
})

test('a search ignores the id at the start of a line', () => {
  const rows = rowsOf(['a@b.example', 'c@d.example'])
  for (const id of rows.ids) expect(matching(rows, [id.slice(0, 8)])).toEqual([])
  expect(matching(rows, ['-'])).toEqual([])
  expect(matching(rows, ['example'])).toEqual([0, 1])
})
