import {
  at,
  circle,
  line,
  outline,
  type Point,
  short,
  smooth,
  spread,
  TURN,
  upTo,
  type Drawing,
} from '../geometry.ts'
import { draw } from '../pens.ts'
import { letter } from '../sheet.ts'

/** Half the edge length of a layer, and its thickness. */
const HALF = 150
const THICK = 8
const LEVELS = [-84, 4, 92]

const seen = (x: number, y: number, z: number): Point => [
  380 + (x - y) * 0.98,
  204 + (x + y) * 0.31 - z,
]

/** Draws one product as three separate layers: ground, engine and screen. */
export const exploded: Drawing = (chance) => {
  const window = { row: chance.whole(1, 2), column: chance.whole(1, 2) }
  const [ground = 0, engine = 0, face = 0] = LEVELS
  return [
    ...slab(ground),
    draw('faint', ...mesh(ground)),
    posts(ground, engine),
    ...slab(engine),
    draw('line', ...rings(engine)),
    posts(engine, face),
    ...slab(face),
    ...panes(face, window),
    ...numbers(),
    scale(),
  ]
}

function slab(z: number) {
  const [west, north, east, south] = [
    seen(-HALF, HALF, z),
    seen(-HALF, -HALF, z),
    seen(HALF, -HALF, z),
    seen(HALF, HALF, z),
  ]
  const below = ([x, y]: Point): Point => [x, y + THICK]
  return [
    draw('left', outline(west, south, below(south), below(west))),
    draw('right', outline(east, south, below(south), below(east))),
    draw('lid', outline(west, north, east, south)),
  ]
}

const mesh = (z: number) =>
  spread(-0.9, 0.9, 18).flatMap((part) => [
    line(seen(part * HALF, -HALF, z), seen(part * HALF, HALF, z)),
    line(seen(-HALF, part * HALF, z), seen(HALF, part * HALF, z)),
  ])

const around = (radius: number, angle: number, z: number) =>
  seen(radius * Math.cos(angle), radius * Math.sin(angle), z)

const rings = (z: number) => [
  ...[34, 56, 78, 100, 122].map((radius) =>
    smooth(
      upTo(28).map((index) => around(radius, (index / 28) * TURN, z)),
      true,
    ),
  ),
  ...upTo(36).map((index) => {
    const angle = (index / 36) * TURN
    return line(around(128, angle, z), around(index % 3 ? 134 : 142, angle, z))
  }),
]

/** Draws sixteen panes; one pane is lit. */
function panes(z: number, lit: { row: number; column: number }) {
  const pane = (row: number, column: number) => {
    const [x, y] = [row * 67 - HALF + 18, column * 67 - HALF + 18]
    return outline(seen(x, y, z), seen(x + 54, y, z), seen(x + 54, y + 54, z), seen(x, y + 54, z))
  }
  const all = upTo(4).flatMap((row) => upTo(4).map((column) => pane(row, column)))
  const chosen = pane(lit.row, lit.column)
  return [draw('line', ...all.filter((path) => path !== chosen)), draw('mark', chosen)]
}

/** Draws dashed lines; they show that the layers lie above each other. */
function posts(low: number, high: number) {
  const reach = HALF * 0.88
  const corners = [-reach, reach].flatMap((x) => [-reach, reach].map((y): Point => [x, y]))
  return draw('dashed', ...corners.map(([x, y]) => line(seen(x, y, low), seen(x, y, high - THICK))))
}

function numbers() {
  const tags = LEVELS.map((z) => seen(HALF, -HALF, z - THICK / 2))
  return [
    draw('hair', ...tags.map((tag) => `M${at(tag)}H706`)),
    draw('hollow', ...tags.map(([, y]) => circle([722, y], 15))),
    ...tags.map(([, y], index) => letter(722, y + 5.4, index + 1)),
  ]
}

function scale() {
  const [, bottom] = seen(-HALF, HALF, LEVELS[0] ?? 0)
  const [, top] = seen(-HALF, HALF, LEVELS[2] ?? 0)
  const ticks = spread(bottom, top, 10).map(
    (y, index) => `M52 ${short(y)}h${index % 10 === 0 ? 22 : index === 5 ? 13 : 8}`,
  )
  return draw('line', `M52 ${short(bottom)}V${short(top)}`, ...ticks)
}
