/** All strokes and fills. A sheet contains only the CSS rules of the pens in its drawing. */
const pens = {
  /* ink strokes */
  hair: '',
  faint: 'opacity:.45',
  soft: 'opacity:.6',
  line: 'stroke-width:1.6',
  pencil: 'stroke-width:2.3;stroke-linecap:round',
  post: 'stroke-width:5',
  arm: 'stroke-width:9;stroke-linecap:round',
  dashed: 'stroke-dasharray:3 4',
  grain: 'stroke-width:3.4;stroke-dasharray:.1 4.6;stroke-linecap:round',
  /* ink fills */
  solid: 'fill:var(--ink);stroke:none',
  speck: 'fill:var(--ink);stroke:none;opacity:.4',
  tint: 'fill:var(--ink);stroke:none;fill-opacity:.06',
  /* shapes that cover the shapes behind them */
  hollow: 'fill:var(--ground);stroke-width:1.6',
  cover: 'stroke:var(--ground);stroke-width:9',
  lid: 'fill:var(--ground)',
  left: 'fill:color-mix(in srgb,var(--ink) 62%,var(--ground))',
  right: 'fill:color-mix(in srgb,var(--ink) 16%,var(--ground))',
  /* the one accent of a plate */
  mark: 'fill:var(--accent);stroke:none',
  ring: 'stroke:var(--accent);stroke-width:3',
  thread: 'stroke:var(--accent);stroke-width:1.6',
  route: 'stroke:var(--accent);stroke-width:3.2;stroke-dasharray:9 5',
  tally: 'stroke:var(--accent);stroke-width:2.8;stroke-linecap:round',
  markLeft: 'fill:color-mix(in srgb,var(--accent) 55%,var(--ink))',
  markRight: 'fill:color-mix(in srgb,var(--accent) 82%,var(--ink))',
  /* dots, the smallest first */
  dot1: dot(2.2),
  dot2: dot(3.8),
  dot3: dot(5.4),
  dot4: dot(7),
  dot5: dot(8.6),
  dot6: dot(10.2),
  dot7: dot(11.8),
  dot8: dot(13.4),
  dot9: dot(15),
}

/** A pen's name, and the class of its paths. */
export type Pen = keyof typeof pens

function dot(size: number) {
  return `stroke-width:${size};stroke-linecap:round`
}

/** One `<path>` for all path data of a pen; empty if there is no data. */
export const draw = (pen: Pen, ...paths: string[]) => {
  const path = paths.join('')
  return path && `<path class="${pen}" d="${path}"/>`
}

/** The CSS rules of the pens that a drawing uses. */
export const rulesFor = (drawing: string) =>
  Object.entries(pens)
    .filter(([pen, rule]) => rule && drawing.includes(`class="${pen}"`))
    .map(([pen, rule]) => `.${pen}{${rule}}`)
    .join('')
