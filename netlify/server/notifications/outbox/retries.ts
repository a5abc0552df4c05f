/** When a notification is tried, and when it is given up. */

const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
const LONG_WAITS = 7

/** Tries after the submission, in milliseconds: at once, soon, and then every ten hours up to three days. */
const TRIES_AT_MS: readonly number[] = [
  0,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  ...Array.from({ length: LONG_WAITS }, (_, i) => (i + 1) * 10 * HOUR_MS),
]

export const MOST_TRIES = TRIES_AT_MS.length

/** When the next try may be made: `tries` were made of what is to be told since `at`. */
export const dueAt = (at: number, tries = 0): number => at + (TRIES_AT_MS[tries] ?? 0)

/** Whether it may be made now. Tries are counted, so a clock that jumps or stands still takes none away. */
export const isDue = (at: number, tries?: number): boolean => Date.now() >= dueAt(at, tries)
