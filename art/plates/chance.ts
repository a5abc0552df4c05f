/** A random generator with the same results for the same seed, on every machine. */
export type Chance = {
  /** A number in [0, 1). */
  unit: () => number
  /** An integer; both ends are included. */
  whole: (from: number, to: number) => number
  pick: <T>(choices: readonly [T, ...T[]]) => T
  shuffled: <T>(all: readonly T[]) => T[]
}

/** FNV-1a: turns a text seed into a 32-bit integer. */
export function hash(seed: string): number {
  let state = 2166136261
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619)
  return state >>> 0
}

/** A generator for this seed (mulberry32). */
export function chance(seed: string): Chance {
  let state = hash(seed)
  const unit = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (from: number, to: number) => from + Math.floor(unit() * (to - from + 1))
  return {
    unit,
    whole,
    pick: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0],
    shuffled: (all) =>
      all
        .map((one) => ({ one, order: unit() }))
        .sort((a, b) => a.order - b.order)
        .map(({ one }) => one),
  }
}
