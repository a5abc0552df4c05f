/**
 * The number of runs, or of records, in a test. `npm run test:long` uses `long`, by default ten
 * times as many.
 */
export const runs = (short: number, long = short * 10): number =>
  import.meta.env.MODE === 'long' ? long : short
