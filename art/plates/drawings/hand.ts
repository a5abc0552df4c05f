import { at, circle, type Drawing, line, type Point, polar, smooth } from '../geometry.ts'
import { draw } from '../pens.ts'
import { posesOf } from './linkage.ts'

const SCALE = 3.4
const MIDDLE: Point = [200, 226]

/** Draws the hand of the `linkage` that has the same chance, enlarged, on the path of its tip. */
export const hand: Drawing = (chance) => {
  const { poses, held } = posesOf(chance)
  const centre = held[2] ?? MIDDLE
  const enlarged = ([x, y]: Point): Point => [
    MIDDLE[0] + (x - centre[0]) * SCALE,
    MIDDLE[1] + (y - centre[1]) * SCALE,
  ]
  const tips = poses.map((points) => enlarged(points.at(-1) ?? MIDDLE))
  const wrists = poses.map((points) => enlarged(points[2] ?? MIDDLE))
  const [elbow = MIDDLE, wrist = MIDDLE, tip = MIDDLE] = held.slice(1).map(enlarged)
  return [
    draw('faint', ...poses.map((points) => line(...points.slice(1).map(enlarged)))),
    draw('hair', smooth(wrists)),
    draw('dashed', circle(wrist, Math.hypot(tip[0] - wrist[0], tip[1] - wrist[1]))),
    draw('hollow', link(elbow, wrist, 20), link(wrist, tip, 15)),
    draw('hair', line(elbow, wrist, tip)),
    draw('hollow', circle(wrist, 27)),
    draw('solid', circle(wrist, 8)),
    draw('ring', smooth(tips)),
    draw('lid', ...tips.map((point) => circle(point, 4))),
    draw('mark', circle(tip, 19)),
  ]
}

/** The outline of a link with round ends. */
function link(from: Point, to: Point, radius: number) {
  const along = Math.atan2(to[1] - from[1], to[0] - from[0])
  const side = (point: Point, turn: number) => at(polar(point, along + turn, radius))
  const [left, right] = [-Math.PI / 2, Math.PI / 2]
  const end = (point: Point, turn: number) => `A${radius} ${radius} 0 0 1 ${side(point, turn)}`
  return `M${side(from, left)}L${side(to, left)}${end(to, right)}L${side(from, right)}${end(from, left)}z`
}
