import type { Visit } from './visit.ts'

/** The promise: an LCP of 0.9 s on a machine where the empty page has 0.64 s. */
export const LCP_RATIO = 0.9 / 0.64
const TBT_MS = 50
const NO_SHIFT = 0.001

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN

/** The median of each figure. */
export function medianVisit(visits: Visit[]): Visit {
  const of = (read: (one: Visit) => number) => median(visits.map(read))
  return {
    scores: visits[0]?.scores.map((_, i) => of(({ scores }) => scores[i] ?? 0)) ?? [],
    fcp: of(({ fcp }) => fcp),
    lcp: of(({ lcp }) => lcp),
    tbt: of(({ tbt }) => tbt),
    cls: of(({ cls }) => cls),
  }
}

export function shortcomings({ scores, lcp, tbt, cls }: Visit, empty: Visit): string[] {
  return [
    ...(scores.some((score) => score < 100) ? ['score'] : []),
    ...(lcp > empty.lcp * LCP_RATIO ? ['LCP'] : []),
    ...(tbt > TBT_MS ? ['TBT'] : []),
    ...(cls >= NO_SHIFT ? ['CLS'] : []),
  ]
}
