import type { Chance } from './chance.ts'
import { type Point, smooth, TURN, upTo } from './geometry.ts'

/** Gives the height at a point of the sheet. */
export type Heights = (x: number, y: number) => number

/** A part of the sheet, and its number of cells across and down. */
type Area = { left: number; top: number; right: number; bottom: number; cells: Point }

/** A point where the level crosses a grid edge, and its neighbours on the contour line. */
type Crossing = { key: string; point: Point; next: Crossing[] }

type Side = 'top' | 'right' | 'bottom' | 'left'

/** Maps the corners above the level to joined sides. Corner bits: 1 2 on top, 8 4 below. */
const JOINS: Record<number, [Side, Side][]> = {
  1: [['top', 'left']],
  2: [['top', 'right']],
  3: [['left', 'right']],
  4: [['right', 'bottom']],
  5: [
    ['top', 'right'],
    ['left', 'bottom'],
  ],
  6: [['top', 'bottom']],
  7: [['left', 'bottom']],
  8: [['left', 'bottom']],
  9: [['top', 'bottom']],
  10: [
    ['top', 'left'],
    ['right', 'bottom'],
  ],
  11: [['right', 'bottom']],
  12: [['left', 'right']],
  13: [['top', 'right']],
  14: [['top', 'left']],
}

/** Marching squares: the contour lines at `level` as path data. Keeps one point in `keepEvery`. */
export function contour(heights: Heights, level: number, area: Area, keepEvery: number): string {
  const crossings = new Map<string, Crossing>()
  const [columns, rows] = area.cells
  const place = (i: number, j: number): Point => [
    area.left + ((area.right - area.left) * i) / columns,
    area.top + ((area.bottom - area.top) * j) / rows,
  ]
  const above = upTo(rows + 1).map((j) =>
    upTo(columns + 1).map((i) => heights(...place(i, j)) - level),
  )
  const height = (i: number, j: number) => above[j]?.[i] ?? 0

  const crossing = (i: number, j: number, [di, dj]: Point) => {
    const key = `${di}${dj} ${i} ${j}`
    const [a, b] = [height(i, j), height(i + di, j + dj)]
    const found = crossings.get(key) ?? {
      key,
      point: place(i + (di * a) / (a - b), j + (dj * a) / (a - b)),
      next: [],
    }
    crossings.set(key, found)
    return found
  }

  for (const j of upTo(rows)) {
    for (const i of upTo(columns)) {
      const sides = {
        top: () => crossing(i, j, [1, 0]),
        bottom: () => crossing(i, j + 1, [1, 0]),
        left: () => crossing(i, j, [0, 1]),
        right: () => crossing(i + 1, j, [0, 1]),
      }
      const bit = (di: number, dj: number, value: number) =>
        height(i + di, j + dj) > 0 ? value : 0
      const corners = bit(0, 0, 1) + bit(1, 0, 2) + bit(1, 1, 4) + bit(0, 1, 8)
      for (const [from, to] of JOINS[corners] ?? []) {
        const [a, b] = [sides[from](), sides[to]()]
        a.next.push(b)
        b.next.push(a)
      }
    }
  }
  return chains([...crossings.values()])
    .map((points) => eased(points, keepEvery))
    .join('')
}

/** Joins crossings into lines. Open lines come first, so that each one starts at an end. */
function chains(crossings: Crossing[]): Point[][] {
  const walked = new Set<string>()
  const step = (a: Crossing, b: Crossing) => [a.key, b.key].sort().join('–')
  const follow = (start: Crossing) => {
    const points = [start.point]
    for (let here = start; ;) {
      const next = here.next.find((one) => !walked.has(step(here, one)))
      if (!next) return points
      walked.add(step(here, next))
      points.push(next.point)
      here = next
    }
  }
  return crossings
    .sort((a, b) => a.next.length - b.next.length)
    .map(follow)
    .filter((points) => points.length > 3)
}

/** A curve through fewer points looks the same and halves the file. */
function eased(points: Point[], keepEvery: number): string {
  const isClosed = points[0] === points.at(-1)
  const kept = points.filter((_, index) => index % keepEvery === 0 || index === points.length - 1)
  if (isClosed) kept.pop()
  return kept.length > (isClosed ? 3 : 2) ? smooth(kept, isClosed) : ''
}

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
