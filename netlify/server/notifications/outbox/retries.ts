/** When what is owed is tried, and when it is given up. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const LONG_WAITS = 6

/** Tries after the submission, in milliseconds: at once, soon, and then every ten hours up to three days. */
const TRIES_AT_MS: readonly number[] = [
  0,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  ...Array.from({ length: LONG_WAITS + 1 }, (_, i) => (i + 1) * 10 * HOUR_MS),
]

/** Whether the next try may be made: `tries` were made of what is owed since `at`. */
export const isDue = (at: number, tries: number): boolean =>
  Date.now() >= at + (TRIES_AT_MS[tries] ?? 0)

/** Whether that was the last try. Tries are counted, so that no clock that jumps takes one away. */
export const isLastTry = (tries: number): boolean => tries >= TRIES_AT_MS.length
