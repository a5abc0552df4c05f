const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

/** When the tries come after the submission: at once, soon, then every ten hours up to three days. */
const TRIES_AT_MS: readonly number[] = [
  ...[0, 5, 30, 120, 300].map((minutes) => minutes * MINUTE_MS),
  ...[10, 20, 30, 40, 50, 60, 70].map((hours) => hours * HOUR_MS),
]
export const MOST_TRIES = TRIES_AT_MS.length

/** When the next try may be made: `tries` were made of what is to be told since `at`. */
export const dueAt = (at: number, tries = 0): number => at + (TRIES_AT_MS[tries] ?? 0)

/** Tries are counted, so a clock that jumps or stands still takes none away. */
export const isDue = (at: number, tries?: number): boolean => Date.now() >= dueAt(at, tries)
