import { landscape } from '../contour.ts'
import { at, type Drawing, type Point, short, upTo } from '../geometry.ts'
import { draw } from '../pens.ts'

const [LONG, DEEP] = [18, 9]
/** Half the width and half the height of a column's top in the side view. */
const [WIDE, FLAT] = [25, 9.4]
const THICKNESS = 0.84
const CHOSEN: Point = [12, 5]

const seen = (x: number, y: number, height: number): Point => [
  290 + (x - y) * WIDE,
  118 + (x + y) * FLAT - height,
]

/** Draws a field of outcomes, and marks the outcome that got a first cheque. */
export const steps: Drawing = (chance) => {
  const outcomes = landscape(chance)
  const height = (x: number, y: number) => {
    const late = (Math.max(0, x - 8) / LONG) ** 1.7 * 150 * (1 - y / 14)
    const usual = 8 + Math.max(0, outcomes(x * 0.36, y * 0.5) * 17 + 12) + late
    return Math.min(usual, x + y < 7 ? 96 : 150)
  }
  // Columns are drawn from back to front, so that front columns cover back columns.
  return upTo(LONG).flatMap((x) =>
    upTo(DEEP).flatMap((y) => {
      const isChosen = x === CHOSEN[0] && y === CHOSEN[1]
      return column(x, y, isChosen ? 118 : height(x, y), isChosen)
    }),
  )
}

function column(x: number, y: number, height: number, isChosen: boolean) {
  const back = at(seen(x, y, height))
  const left = at(seen(x, y + THICKNESS, height))
  const front = at(seen(x + THICKNESS, y + THICKNESS, height))
  const [wide, flat, high] = [short(THICKNESS * WIDE), short(THICKNESS * FLAT), short(height)]
  return [
    draw(isChosen ? 'markLeft' : 'left', `M${left}l${wide} ${flat}v${high}l-${wide}-${flat}z`),
    draw(isChosen ? 'markRight' : 'right', `M${front}l${wide}-${flat}v${high}l-${wide} ${flat}z`),
    draw(isChosen ? 'mark' : 'lid', `M${back}l${wide} ${flat}-${wide} ${flat}-${wide}-${flat}z`),
  ]
}
