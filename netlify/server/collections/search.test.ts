import { expect, test } from 'vitest'
import { newId, referenceOf } from '#server/storage/record-id.ts'
import { normalizeForSearch, numbersIn, wordsOf } from './search.ts'

const same = [
  ['ADA', 'ada'],
  ['Zoë Åström', 'zoe astrom'],
  ['Łukasz Żółć', 'lukasz zolc'],
  ['Søren Ærø', 'soren aero'],
  ['İstanbul', 'istanbul'],
  ['ılık', 'ilik'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['Ａｄａ ﬁt', 'ada fit'],
  ['Ада Йорк', 'ада иорк'],
  ['Ἀθηνᾶ', 'αθηνα'],
  ['ÆÐĐĦŒÞ', 'aeddhoeth'],
  ['O’Neill', "o'neill"],
  ['Oʼneill ‑ 2024–25', "o'neill - 2024-25"],
  ['Tab\tand ~', 'tab\tand ~'],
] as const

test.each(same)('%s is normalized to %s', (typed, folded) => {
  expect(normalizeForSearch(typed)).toBe(folded)
})

test('composed and decomposed letters are equal', () => {
  expect(normalizeForSearch('é')).toBe(normalizeForSearch('e\u0301'))
})

test('vowel marks stay, because they distinguish words', () => {
  expect(normalizeForSearch('राम')).not.toBe(normalizeForSearch('रम'))
})

test('a long number is found whatever stands between its digits', () => {
  expect(numbersIn('+91 98100-01003, (022) 555.123 or 12 34')).toEqual([
    '919810001003',
    '022555123',
  ])
  expect(numbersIn('12 345, 2026')).toEqual([])
})

test('a search splits into words and shortens an id to its reference', () => {
  const id = newId()
  expect(wordsOf('  Zoë\n\tSTRASSE ')).toEqual(['zoe', 'strasse'])
  expect(wordsOf(`of ${id.toUpperCase()}`)).toEqual(['of', referenceOf(id)])
  expect(wordsOf(' ')).toEqual([])
})

test('a search for a long number looks for its digits, as the index has them', () => {
  for (const typed of ['+9198100-01003', '+919810001003', '(022)555.123', '98100-01003']) {
    expect(wordsOf(typed)).toEqual(numbersIn(typed))
  }
  expect(wordsOf('12-345 2026-11 q3-100000')).toEqual(['12-345', '202611', 'q3-100000'])
})
