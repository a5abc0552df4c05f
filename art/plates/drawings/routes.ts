import { circle, type Drawing, type Point, short, upTo } from '../geometry.ts'
import { draw } from '../pens.ts'

const LANES = 9
/** The left and right edges of the switchyard. */
const [ENTRY, EXIT] = [136, 264]
const lane = (index: number) => 200 + (index - (LANES - 1) / 2) * 10
const [ROOF, FLOOR] = [lane(0) - 14, lane(LANES - 1) + 14]

/** Draws many routes from makers through one switchyard to shops, and marks one route. */
export const routes: Drawing = (chance) => {
  const taken = chance.whole(5, 7)
  const exits = chance.shuffled(upTo(LANES))
  // A nearly flat route would look dull.
  if (Math.abs((exits[taken] ?? 0) - taken) < 4) {
    const other = exits.indexOf(1)
    ;[exits[taken], exits[other]] = [1, exits[taken] ?? 0]
  }
  const ways = exits.map((exit, maker) => ({
    from: [16, (maker + 1) * 40] as Point,
    to: [384, (exit + 1) * 40] as Point,
    path: way((maker + 1) * 40, lane(maker), lane(exit), (exit + 1) * 40),
  }))
  const others = ways.filter((_, maker) => maker !== taken)
  const hot = ways.filter((_, maker) => maker === taken)
  const box = `M${ENTRY} ${ROOF}H${EXIT}V${FLOOR}H${ENTRY}z`
  const ticks = upTo(17).map((tick) => {
    const [x, length] = [ENTRY + tick * 8, tick % 4 ? 5 : 10]
    return `M${x} ${ROOF}v-${length}M${x} ${FLOOR}v${length}`
  })
  return [
    draw('tint', box),
    draw('line', ...others.map(({ path }) => path)),
    draw('cover', ...hot.map(({ path }) => path)),
    draw('ring', ...hot.map(({ path }) => path)),
    draw('solid', ...others.map(({ from }) => circle(from, 4.5))),
    draw('hollow', ...others.map(({ to }) => circle(to, 5))),
    draw('mark', ...hot.flatMap(({ from, to }) => [circle(from, 7.5), circle(to, 7.5)])),
    draw('line', box),
    draw('hair', ...ticks),
  ]
}

/** The path of one route: in at its start height, through the yard, out to the shop's height. */
function way(start: number, enter: number, leave: number, end: number) {
  const bend = ENTRY - Math.abs(start - enter)
  const straighten = EXIT + Math.abs(leave - end)
  return (
    `M16 ${start}H${short(bend)}L${ENTRY} ${enter}` +
    `C${ENTRY + 62} ${enter} ${EXIT - 62} ${leave} ${EXIT} ${leave}` +
    `L${short(straighten)} ${end}H384`
  )
}
