import { expect, test } from 'vitest'
import { normalizeForSearch } from './normalize-for-search.ts'

const same = [
  ['ADA', 'ada'],
  ['Zoë Åström', 'zoe astrom'],
  ['Łukasz Żółć', 'lukasz zolc'],
  ['Søren Ærø', 'soren aero'],
  ['İstanbul', 'istanbul'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['Ａｄａ ﬁt', 'ada fit'],
  ['Ада Йорк', 'ада иорк'],
  ['Ἀθηνᾶ', 'αθηνα'],
] as const

test.each(same)('%s is found as %s', (typed, folded) => {
  expect(normalizeForSearch(typed)).toBe(folded)
})

test('what was composed and what was decomposed is the same', () => {
  expect(normalizeForSearch('é')).toBe(normalizeForSearch('e\u0301'))
})

test('vowels that are marks of their letter are kept apart', () => {
  expect(normalizeForSearch('राम')).not.toBe(normalizeForSearch('रम'))
})
