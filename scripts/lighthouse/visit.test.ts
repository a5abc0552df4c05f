import { expect, test } from 'vitest'

import { medianVisit, shortcomings } from './visit.ts'

const good = { scores: [100, 100, 100, 100], fcp: 700, lcp: 880, tbt: 0, cls: 0 }
const empty = { ...good, lcp: 640 }

test('several visits give the median of each figure', () => {
  const visits = [
    good,
    { ...good, lcp: 2000, scores: [90, 100, 100, 100] },
    { ...good, lcp: 900, tbt: 70 },
  ]
  expect(medianVisit(visits)).toEqual({ ...good, lcp: 900 })
})

test('a page is compared with an empty page', () => {
  expect(shortcomings(good, empty)).toEqual([])
  expect(shortcomings({ ...good, lcp: 910 }, empty)).toEqual(['LCP'])
  expect(shortcomings({ ...good, lcp: 910 }, { ...empty, lcp: 700 })).toEqual([])
  const bad = { ...good, scores: [99, 100, 100, 100], tbt: 51, cls: 0.01 }
  expect(shortcomings(bad, empty)).toEqual(['score', 'TBT', 'CLS'])
})
