/**
 * The number of runs, or of records, in a test. `npm run test:long` uses `long`, by default ten
 * times as many.
 */
export const runs = (short: number, long = short * 10): number =>
  import.meta.env.MODE === 'long' ? long : short

/**
 * One in `every` of the cases, and every day the next ones, so that after `every` days all were
 * tried. Says which ones; `SHARE=3` tries the same again on another day.
 */
export function shareOf<Case>(cases: readonly Case[], every: number): Case[] {
  // Date.now may be a test's own clock.
  const today = Math.floor(new Date().getTime() / (24 * 60 * 60 * 1_000))
  const share = Number(process.env['SHARE'] ?? today) % every
  // stdout, because a passing test must not use the console.
  if (every > 1) process.stdout.write(`Share ${share} of ${every}\n`)
  return cases.filter((_, i) => i % every === share)
}
