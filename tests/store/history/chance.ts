/** True in this share of all cases. */
export const chance = (share: number): boolean => Math.random() < share

/** Any of them; there must be one. */
export function pick<T>(all: readonly T[]): T {
  const one = all[Math.floor(Math.random() * all.length)]
  if (one === undefined) throw new RangeError('There is nothing to pick from.')
  return one
}

/** Mostly one of the last few, of which others may not be done yet; else any. */
export const pickLately = <T>(all: readonly T[]): T => pick(chance(0.5) ? all.slice(-8) : all)
