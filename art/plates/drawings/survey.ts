import { contour, type Heights, landscape } from '../contour.ts'
import { circle, type Drawing, type Point, smooth, spread } from '../geometry.ts'
import { draw } from '../pens.ts'

const START: Point = [60, 330]
const GOAL: Point = [650, 116]
const WHOLE = { left: -8, top: -8, right: 808, bottom: 408, cells: [68, 34] as const }

/** Draws contour lines, and the route with the least climbing. */
export const survey: Drawing = (chance) => {
  const land = landscape(chance)
  // The second term puts a hill under the goal.
  const height: Heights = (x, y) =>
    land(x / 74, y / 74) + 2.1 * Math.exp(-((x - GOAL[0]) ** 2 + (y - GOAL[1]) ** 2) / 9000)
  const levels = spread(-12, 16, 28).map((step) => ({
    isMain: step % 5 === 0,
    path: contour(height, step * 0.24 + 0.02, WHOLE, 3),
  }))
  const paths = (isMain: boolean) =>
    levels.filter((level) => level.isMain === isMain).map(({ path }) => path)
  const route = smooth(walk(height))
  const [x, y] = GOAL
  return [
    draw('soft', ...paths(false)),
    draw('line', ...paths(true)),
    draw('cover', route),
    draw('route', route),
    draw('hollow', circle(START, 9)),
    draw('solid', circle(START, 3)),
    draw('mark', circle(GOAL, 10)),
    draw('line', `M${x} ${y - 18}v-26M${x} ${y + 18}v26M${x - 18} ${y}h-26M${x + 18} ${y}h26`),
  ]
}

/** The points of the route. Each step leads to the goal and a little downhill. */
function walk(height: Heights): Point[] {
  const points: Point[] = [START]
  let [x, y] = START
  for (let step = 0; step < 60; step++) {
    const [dx, dy] = [GOAL[0] - x, GOAL[1] - y]
    const left = Math.hypot(dx, dy)
    if (left < 48) break
    const slope = {
      x: (height(x + 2, y) - height(x - 2, y)) / 4,
      y: (height(x, y + 2) - height(x, y - 2)) / 4,
    }
    // The route has to climb the goal's hill, so the slope counts for less near the goal.
    const caution = 28 * Math.min(1, left / 260)
    const way = { x: dx / left - slope.x * caution, y: dy / left - slope.y * caution }
    const length = Math.hypot(way.x, way.y)
    x += (way.x / length) * 16
    y += (way.y / length) * 16
    if (step % 3 === 2) points.push([x, y])
  }
  return [...points, GOAL]
}
