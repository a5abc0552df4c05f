import { short, upTo } from './geometry.ts'
import { rulesFor } from './pens.ts'

/** The background of a plate. Signal is loud: use at most one on a screen. */
export type Ground = 'paper' | 'ink' | 'signal'

/** Each colour is a pair: light theme, dark theme. */
const grounds: Record<Ground, Record<'ground' | 'ink' | 'accent', [string, string]>> = {
  paper: {
    ground: ['#fefdfa', '#171c28'],
    ink: ['#131927', '#f3f0e9'],
    accent: ['#f74700', '#ff5a17'],
  },
  ink: {
    ground: ['#131927', '#080b14'],
    ink: ['#f3f0e9', '#f3f0e9'],
    accent: ['#f74700', '#ff5a17'],
  },
  signal: {
    ground: ['#f74700', '#ff5a17'],
    ink: ['#0d1321', '#0b0f19'],
    accent: ['#fefdfa', '#fefdfa'],
  },
}

/** A plate is ten cells high; a wide plate is twenty cells across. */
const CELL = 40
const HEIGHT = CELL * 10

const MARK = '<!-- Drawn by “npm run art”. Replace this file as you like. -->'

/** Where lines cross a length, and as far again before and after it. */
const beyond = (length: number) => upTo((3 * length) / CELL).map((cell) => cell * CELL - length)

type Sheet = { title: string; ground: Ground; isWide: boolean }

/** The SVG text of a drawing: colours of both themes, grid, drawing, ticks along the lower edge. */
export function sheet(drawing: string, { title, ground, isWide }: Sheet): string {
  const width = isWide ? HEIGHT * 2 : HEIGHT
  // The grid continues beyond the drawing: a place may be higher or wider than a plate. So do the
  // ticks, sideways.
  const grid = [
    ...beyond(width).map((x) => `M${x}-${HEIGHT}V${HEIGHT * 2}`),
    ...beyond(HEIGHT).map((y) => `M-${width} ${y}H${width * 2}`),
  ]
  const ticks = upTo((3 * width) / 8 + 1).map((tick) => {
    const height = tick % 25 === 0 ? 12 : tick % 5 === 0 ? 8 : 4
    return `M${tick * 8 - width} ${HEIGHT}v-${height}`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" id="night" viewBox="0 0 ${width} ${HEIGHT}" role="img">`,
    `${MARK}<title>${title}</title><style>${styles(ground)}${rulesFor(drawing)}${letters(drawing)}</style>`,
    `<path opacity=".13" d="${grid.join('')}"/>`,
    drawing,
    `<path opacity=".5" d="${ticks.join('')}"/></svg>\n`,
  ].join('')
}

function styles(ground: Ground) {
  const colours = Object.entries(grounds[ground])
    .map(
      ([name, [light, dark]]) =>
        `--${name}:${light === dark ? light : `light-dark(${light},${dark})`}`,
    )
    .join(';')
  // WebKit doesn't pass the page's theme to a picture, so the address #night sets it.
  return (
    `svg{color-scheme:light dark;${colours};background:var(--ground)}svg:target{color-scheme:dark}` +
    `path{fill:none;stroke:var(--ink);stroke-linejoin:round}`
  )
}

const letters = (drawing: string) =>
  drawing.includes('<text')
    ? 'text{font:italic 15px monospace;fill:var(--ink);text-anchor:middle}'
    : ''

/** A `<text>` in the drawing's lettering, centred on this point. */
export const letter = (x: number, y: number, text: string | number) =>
  `<text x="${short(x)}" y="${short(y)}">${text}</text>`
