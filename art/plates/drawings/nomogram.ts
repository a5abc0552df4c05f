import { circle, type Drawing, line, upTo } from '../geometry.ts'
import { draw } from '../pens.ts'

const STRINGS = 40
const [NEAR, FAR] = [40, 360]
const SPAN = FAR - NEAR

/** Draws an alignment chart: straight lines between scales form two curves. */
export const nomogram: Drawing = (chance) => {
  const read = chance.whole(24, 29)
  const places = upTo(STRINGS + 1).map((index) => (SPAN * index) / STRINGS)
  const lower = places.map((p) => line([NEAR, NEAR + p], [NEAR + p, FAR]))
  const upper = places.map((p) => line([FAR, FAR - p], [FAR - p, NEAR]))
  const ticks = upTo(STRINGS + 1).map((index) => {
    const [place, length] = [NEAR + index * 8, index % 4 ? 5 : 11]
    return (
      `M${NEAR} ${place}h-${length}M${FAR} ${place}h${length}` +
      `M${place} ${FAR}v${length}M${place} ${NEAR}v-${length}`
    )
  })
  // The string touches the curve at this point.
  const t = read / STRINGS
  return [
    draw('faint', ...upper),
    draw('hair', ...lower.filter((_, index) => index !== read)),
    draw('hair', ...ticks),
    draw('line', `M${NEAR} ${NEAR}V${FAR}H${FAR}V${NEAR}z`),
    draw('ring', lower[read] ?? ''),
    draw('mark', circle([NEAR + SPAN * t * t, NEAR + SPAN * (t + (1 - t) * t)], 7)),
  ]
}
