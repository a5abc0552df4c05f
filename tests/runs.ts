/**
 * How often something is tried, or how much of it there is: ten times as much in `npm run test:long`,
 * or so much as is said.
 */
export const runs = (short: number, long = short * 10): number =>
  import.meta.env.MODE === 'long' ? long : short
