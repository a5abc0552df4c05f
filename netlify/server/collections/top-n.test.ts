import fc from 'fast-check'
import { expect, test } from 'vitest'
import { topN } from './top-n.ts'

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
