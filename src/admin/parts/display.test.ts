import { expect, test } from 'vitest'
import { spanInWords } from './display.tsx'

const MINUTE = 60_000
const spans: [ms: number, words: string][] = [
  [0, '1 min'],
  [59 * MINUTE, '59 min'],
  [60 * MINUTE, '1 h'],
  [-119 * MINUTE, '1 h'],
  [47 * 60 * MINUTE, '47 h'],
  [48 * 60 * MINUTE, '2 d'],
  [13 * 24 * 60 * MINUTE, '13 d'],
  [20 * 24 * 60 * MINUTE, '2 wk'],
]

test.each(spans)('%i ms is %s', (ms, words) => {
  expect(spanInWords(ms)).toBe(words)
})
