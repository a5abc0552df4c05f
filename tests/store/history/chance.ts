/** True with this probability. */
export const chance = (share: number): boolean => Math.random() < share

/** Picks one at random; throws if there is none. */
export function pick<T>(all: readonly T[]): T {
  const one = all[Math.floor(Math.random() * all.length)]
  if (one === undefined) throw new RangeError('There is nothing to pick from.')
  return one
}

/** Picks one of the last eight in half of all cases, because those may still be in use. */
export const pickLately = <T>(all: readonly T[]): T => pick(chance(0.5) ? all.slice(-8) : all)
