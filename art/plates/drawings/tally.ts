import type { Chance } from '../chance.ts'
import { circle, type Drawing, line, upTo } from '../geometry.ts'
import { draw } from '../pens.ts'

const CELL = 40
const STREAK = 6

/** Draws a hundred days as tally marks, up to five strokes a day, with one unbroken streak. */
export const tally: Drawing = (chance) => {
  const row = chance.whole(3, 5)
  const first = chance.whole(1, 3)
  const days = upTo(100).map((day) => {
    const [x, y] = [day % 10, Math.floor(day / 10)]
    const isStreak = y === row && x >= first && x < first + STREAK
    const strokes = isStreak ? 5 : chance.unit() < 0.16 ? 0 : chance.whole(1, 5)
    return { isStreak, strokes, path: pencilled(strokes, x * CELL, y * CELL, chance) }
  })
  const paths = (isStreak: boolean) =>
    days.filter((day) => day.isStreak === isStreak && day.strokes > 0).map(({ path }) => path)
  return [
    draw('speck', ...days.filter(({ strokes }) => strokes === 0).map(({ path }) => path)),
    draw('pencil', ...paths(false)),
    draw('tally', ...paths(true)),
    draw('thread', `M${first * CELL} ${row * CELL}h${STREAK * CELL}v${CELL}h-${STREAK * CELL}z`),
  ]
}

/** Draws four uprights and a slash, slightly crooked. A day off is a dot. */
function pencilled(strokes: number, left: number, top: number, chance: Chance) {
  if (strokes === 0) return circle([left + 20, top + 20], 2)
  const shake = (amount: number) => (chance.unit() - 0.5) * amount
  const uprights = upTo(Math.min(strokes, 4)).map((index) => {
    const x = left + 9 + index * 7.3 + shake(0.8)
    return line([x, top + 10 + shake(1.4)], [x + shake(1.6), top + 30 + shake(1.4)])
  })
  const slash = line([left + 5, top + 27 + shake(2)], [left + 35, top + 13 + shake(2)])
  return uprights.join('') + (strokes === 5 ? slash : '')
}
