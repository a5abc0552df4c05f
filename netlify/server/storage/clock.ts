/** Lengths of time in milliseconds. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Ids, rows and sweeps allow for clocks that are off by less. */
const WRONG_CLOCK_MS = 50 * MINUTE_MS

/** How much this instance's clock is ahead of the store's; 0 unless it is wrong. */
let aheadMs = 0

/**
 * Milliseconds since 1970 as all instances count them: an instance that learned from the store that
 * its own clock is wrong goes by the store's. Else its records, and what it tidies, would stand in
 * another time than all others.
 */
export const sharedNow = () => Date.now() - aheadMs

/**
 * Compares this instance's clock with the `Date` of the store's answer (RFC 9110, 6.6.1), which a
 * cache may have kept for `Age` seconds (RFC 9111, 5.1). Logs once that it is wrong.
 */
export function compareClocks({ headers }: Response): void {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return
  const offMs = Date.now() - date - Number(headers.get('age') ?? 0) * 1_000
  const isWrong = Math.abs(offMs) > WRONG_CLOCK_MS
  if (isWrong && aheadMs === 0) {
    const way = offMs < 0 ? 'behind' : 'ahead of'
    const minutes = Math.round(Math.abs(offMs) / MINUTE_MS)
    console.error(`This instance’s clock is wrong: ${minutes} minutes ${way} the store’s.`)
  }
  aheadMs = isWrong ? offMs : 0
}
