import type { Chance } from './chance.ts'
import type { Heights } from './contour.ts'
import { TURN, upTo } from './geometry.ts'

/** A gentle landscape: the sum of six long waves. */
export function landscape(chance: Chance): Heights {
  const waves = upTo(6).map(() => ({
    across: chance.unit() * 0.9 + 0.35,
    down: chance.unit() * 0.9 + 0.35,
    shift: chance.unit() * TURN,
    height: chance.unit() * 0.8 + 0.3,
  }))
  return (x, y) =>
    waves.reduce(
      (sum, { across, down, shift, height }) =>
        sum + height * Math.sin(across * x + shift) * Math.cos(down * y - shift * 1.7),
      0,
    )
}
