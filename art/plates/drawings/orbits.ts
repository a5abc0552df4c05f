import { circle, type Drawing, line, type Point, polar, short, TURN, upTo } from '../geometry.ts'
import { draw } from '../pens.ts'

const CENTRE: Point = [200, 184]
const RIM = 160
const PHASES = 9
const MOON = 9

/** Draws an ephemeris: the positions of the planets, and the moon from new to full. */
export const orbits: Drawing = (chance) => {
  const rings = [40, 62, 88, 118, 152].map((radius, index) => {
    const lean = () => (chance.unit() - 0.5) * radius * 0.16
    const centre: Point = [CENTRE[0] + lean(), CENTRE[1] + lean()]
    const planet = polar(centre, chance.unit() * TURN, radius)
    return { orbit: circle(centre, radius), planet, size: 3.2 + index * 1.3 }
  })
  const aspects = rings.flatMap(({ planet }, index) =>
    rings.slice(index + 1).map((other) => line(planet, other.planet)),
  )
  const ticks = upTo(144).map((tick) => {
    const angle = (tick / 144) * TURN
    const length = tick % 12 === 0 ? 16 : tick % 6 === 0 ? 9 : 5
    return line(polar(CENTRE, angle, RIM), polar(CENTRE, angle, RIM + length))
  })
  const moons = upTo(PHASES).map((index) => 56 + index * 36)
  return [
    draw('faint', ...aspects),
    draw('hair', ...rings.map(({ orbit }) => orbit), ...ticks, circle(CENTRE, RIM)),
    draw('solid', ...rings.map(({ planet, size }) => circle(planet, size))),
    draw('solid', ...moons.map((x, index) => phase(x, index / (PHASES - 1)))),
    draw('hair', ...moons.map((x) => circle([x, 376], MOON))),
    draw('mark', circle(CENTRE, 20)),
  ]
}

/** The lit part of a waxing moon. The right edge is round; the left edge moves with `lit`. */
function phase(x: number, lit: number) {
  const [top, bottom] = [376 - MOON, 376 + MOON]
  const swing = short(Math.abs(1 - 2 * lit) * MOON)
  const bulgesLeft = lit > 0.5 ? 1 : 0
  return `M${x} ${top}A${MOON} ${MOON} 0 0 1 ${x} ${bottom}A${swing} ${MOON} 0 0 ${bulgesLeft} ${x} ${top}`
}
