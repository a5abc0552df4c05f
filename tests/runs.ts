/** How often something is tried, or how much of it there is: ten times as much in `npm run test:long`. */
export const runs = (short: number): number =>
  import.meta.env.MODE === 'long' ? short * 10 : short
