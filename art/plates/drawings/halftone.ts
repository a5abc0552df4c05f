import { at, circle, type Drawing, TURN, upTo } from '../geometry.ts'
import { draw, type Pen } from '../pens.ts'

const ROWS = 26
const STEP = 400 / ROWS
const RADIUS = 0.4
/** Dot pens, the smallest first. */
const DOTS = upTo(9).map((index) => `dot${index + 1}` as Pen)

/** Draws a lit surface as dots; a darker point gets a larger dot. */
export const halftone: Drawing = (chance) => {
  const light = { x: 0.36 + chance.unit() * 0.1, y: 0.34 + chance.unit() * 0.1 }
  const ripple = chance.unit() * TURN

  const darkness = (x: number, y: number) => {
    const away = Math.hypot(x - 0.5, y - 0.5)
    if (away >= RADIUS) return 0.1 + 0.07 * Math.sin(ripple + away * 38)
    const bulge = Math.sqrt(RADIUS ** 2 - away ** 2) / RADIUS
    const lit = 1 - 0.72 * (Math.hypot(x - light.x, y - light.y) / RADIUS)
    const shade = Math.min(1, 1.09 - 1.026 * Math.max(0, lit))
    return shade * (0.55 + 0.45 * (1 - bulge * 0.35))
  }

  const dots = upTo(ROWS).flatMap((row) =>
    upTo(ROWS).flatMap((column) => {
      // Every other row is shifted by half a step, as on a printing plate.
      const x = column + (row % 2 ? 0.75 : 0.25)
      const y = row + 0.5
      // A round field: a square one would end in the middle of a place that is not square.
      if (Math.hypot(x / ROWS - 0.5, y / ROWS - 0.5) > 0.5) return []
      const size = Math.round(darkness(x / ROWS, y / ROWS) * DOTS.length)
      return [{ size: Math.max(1, size), path: `M${at([x * STEP, y * STEP])}h0` }]
    }),
  )
  const sample = 34
  return [
    ...DOTS.map((pen, index) =>
      draw(pen, ...dots.filter(({ size }) => size === index + 1).map(({ path }) => path)),
    ),
    draw('ring', circle([252, 148], sample)),
    draw('thread', `M252 ${148 - sample - 8}v-66M${252 + sample + 8} 148h66`),
  ]
}
