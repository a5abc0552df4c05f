import fc from 'fast-check'
import { expect, test } from 'vitest'
import { topN } from './top-n.ts'

type Runner = { seconds: number; start: number }
const bySeconds = (a: Runner, b: Runner) => a.seconds - b.seconds

test('the first ones are those that sorting all would put first, equal ones as they came', () => {
  // Few different ones, so that many are equal.
  const times = fc.array(fc.nat(4), { maxLength: 30 })
  fc.assert(
    fc.property(times, fc.nat(12), (seconds, n) => {
      const runners = seconds.map((one, start) => ({ seconds: one, start }))
      expect(topN(runners, n, bySeconds)).toEqual(runners.toSorted(bySeconds).slice(0, n))
    }),
  )
})

test('no more than are asked for are ever kept, and what comes too late is looked at once', () => {
  let looks = 0
  const counting = (a: number, b: number) => {
    looks++
    return a - b
  }
  const ascending = Array.from({ length: 1_000 }, (_, i) => i)
  expect(topN(ascending, 4, counting)).toEqual([0, 1, 2, 3])
  // Two or three to find each of the first four a place, one for each of the others.
  expect(looks).toBeLessThan(1_010)
})
