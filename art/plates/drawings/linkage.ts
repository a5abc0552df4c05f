import type { Chance } from '../chance.ts'
import { circle, type Drawing, line, type Point, polar, smooth, spread, upTo } from '../geometry.ts'
import { draw } from '../pens.ts'

const BASE: Point = [120, 344]
const ARMS = [150, 124, 62]
const EXPOSURES = 26

/** Draws one arm in twenty-six positions, and the path of its tip. */
export const linkage: Drawing = (chance) => {
  const { poses, held } = posesOf(chance)
  const reaches = [150, 274, 336].map((reach) => circle(BASE, reach))
  const joints = held.slice(1, 3)
  return [
    draw('faint', ...reaches, ...poses.map((points) => line(...points))),
    draw('hair', smooth(poses.map(([, elbow = BASE]) => elbow))),
    draw('arm', line(...held)),
    draw('ring', smooth(poses.map((points) => points.at(-1) ?? BASE))),
    draw('hollow', ...joints.map((joint) => circle(joint, 8))),
    draw('solid', ...joints.map((joint) => circle(joint, 2.5))),
    draw('mark', circle(held.at(-1) ?? BASE, 7.5)),
    draw('hollow', 'M84 360V344A36 36 0 0 1 156 344V360z'),
    draw('hollow', circle(BASE, 11)),
    draw('solid', circle(BASE, 3.5)),
    draw('line', 'M0 360H400'),
    draw('hair', ...upTo(26).map((index) => `M${index * 16} 360l-8 10`)),
  ]
}

/** The arm's positions, and the one in which it is drawn solid. */
export function posesOf(chance: Chance) {
  const wobble = 0.15 + chance.unit() * 0.06
  const poses = spread(0, 1, EXPOSURES - 1).map((moment) => pose(moment, wobble))
  return { poses, held: pose(0.62, wobble) }
}

/** The base, the two joints and the tip at a moment between 0 and 1. */
function pose(moment: number, wobble: number): Point[] {
  const shoulder = Math.PI * (0.56 * moment - 0.86)
  const elbow = shoulder + 1.25 - moment * 0.85 + wobble * Math.sin(moment * 5)
  const wrist = elbow + 0.9 - 1.5 * moment + 0.3 * Math.sin(moment * 7)
  const points = [BASE]
  for (const [index, angle] of [shoulder, elbow, wrist].entries()) {
    points.push(polar(points.at(-1) ?? BASE, angle, ARMS[index] ?? 0))
  }
  return points
}
