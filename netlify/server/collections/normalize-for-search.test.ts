import { expect, test } from 'vitest'
import { newId, referenceOf } from '#server/storage/record-id.ts'
import { normalizeForSearch, wordsOf } from './normalize-for-search.ts'

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

test('a search splits into words and shortens an id to its reference', () => {
  const id = newId()
  expect(wordsOf('  Zoë\n\tSTRASSE ')).toEqual(['zoe', 'strasse'])
  expect(wordsOf(`of ${id.toUpperCase()}`)).toEqual(['of', referenceOf(id)])
  expect(wordsOf(' ')).toEqual([])
})
