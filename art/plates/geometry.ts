import type { Chance } from './chance.ts'

/** Makes the SVG parts of a picture from bottom to top. */
export type Drawing = (chance: Chance) => string[]

/** A point from the upper left corner of the sheet; a plate is 400 units high. */
export type Point = readonly [x: number, y: number]

/** A full turn in radians. */
export const TURN = Math.PI * 2

/** 0, 1, 2 … count − 1. */
export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Numbers in equal steps from `from` to `to`; both ends are included. */
export const spread = (from: number, to: number, steps: number) =>
  upTo(steps + 1).map((step) => from + ((to - from) * step) / steps)

/** The point at an angle (in radians) and a distance from a centre. */
export const polar = ([x, y]: Point, angle: number, distance: number): Point => [
  x + distance * Math.cos(angle),
  y + distance * Math.sin(angle),
]

/** Rounds to a tenth of a unit, which no screen can show, and drops the leading zero. */
export const short = (value: number) => String(Number(value.toFixed(1))).replace(/^(-?)0\./, '$1.')

/** A point as path data. */
export const at = ([x, y]: Point) => `${short(x)} ${short(y)}`

/** Straight lines from point to point as path data. */
export const line = (...points: Point[]) => `M${points.map(at).join('L')}`

/** A closed `line`. */
export const outline = (...points: Point[]) => `${line(...points)}z`

/** A circle as path data. */
export const circle = ([x, y]: Point, radius: number) => {
  const [r, across] = [short(radius), short(radius * 2)]
  return `M${at([x - radius, y])}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0-${across} 0`
}

/** A curve through all points as path data (Catmull-Rom, written as Béziers). */
export function smooth(points: Point[], isClosed = false): string {
  const { length } = points
  const get = (index: number) => {
    const near = isClosed ? (index + length) % length : Math.max(0, Math.min(length - 1, index))
    return points[near] ?? [0, 0]
  }
  const arcs = upTo(isClosed ? length : length - 1).map((index) => {
    const [before, from, to, after] = [get(index - 1), get(index), get(index + 1), get(index + 2)]
    const leave: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const reach: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    return `C${at(leave)} ${at(reach)} ${at(to)}`
  })
  return `M${at(get(0))}${arcs.join('')}${isClosed ? 'Z' : ''}`
}
