import { contour } from '../contour.ts'
import { circle, type Drawing } from '../geometry.ts'
import { draw } from '../pens.ts'

const QUARTER = { left: 193, top: 193, right: 376, bottom: 376, cells: [28, 28] as const }
/** SVG scales that mirror the lower right quarter into the other three quarters. */
const MIRRORS = ['-1 1', '1-1', '-1-1']

/** Draws sand on a vibrating plate; sand gathers where the metal stays still. */
export const chladni: Drawing = (chance) => {
  const m = chance.whole(3, 4)
  const k = m + chance.whole(2, 3)
  const sign = chance.unit() < 0.5 ? 1 : -1
  const overtone = 0.18 + chance.unit() * 0.25
  const swing = (x: number, y: number) => {
    const [u, v] = [((x - 200) / 360) * Math.PI, ((y - 200) / 360) * Math.PI]
    return (
      Math.cos(k * u) * Math.cos(m * v) +
      sign * Math.cos(m * u) * Math.cos(k * v) +
      overtone * Math.cos((k + 1) * u) * Math.cos((k + 1) * v)
    )
  }
  const level = (height: number) => contour(swing, height, QUARTER, 2)
  return [
    '<clipPath id="c"><path d="M200 200H376V376H200z"/></clipPath><g id="q" clip-path="url(#c)">',
    draw('soft', level(-0.62), level(0.62)),
    draw('hair', level(-0.34), level(0.34)),
    draw('line', level(-0.12), level(0.12)),
    draw('grain', level(0)),
    '</g>',
    ...MIRRORS.map(
      (scale) =>
        `<use href="#q" transform="translate(200 200)scale(${scale})translate(-200-200)"/>`,
    ),
    draw('line', 'M24 24h352v352h-352z'),
    draw('mark', circle([200, 200], 9)),
  ]
}
