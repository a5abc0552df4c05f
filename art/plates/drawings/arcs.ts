import { circle, type Drawing, upTo } from '../geometry.ts'
import { draw } from '../pens.ts'

const PEOPLE = 21
const BASE = 258
const place = (person: number) => 20 + person * 18
/** Possible lengths of an introduction along the line; most are short. */
const REACH = [1, 2, 2, 3, 3, 4, 5, 6, 7, 9, 11, 14] as const
const [ASKING, ASKED] = [3, 16]

/** Draws introductions as arcs over one line, and their number below the line. */
export const arcs: Drawing = (chance) => {
  const introductions = new Map<string, [number, number]>([['1–19', [1, 19]]])
  for (let asked = 0; asked < 46; asked++) {
    const from = chance.whole(0, PEOPLE - 1)
    const to = from + chance.pick(REACH)
    if (to < PEOPLE) introductions.set(`${from}–${to}`, [from, to])
  }
  const pairs = [...introductions.values()]
  const people = upTo(PEOPLE).map((person) => ({
    x: place(person),
    isMarked: person === ASKING || person === ASKED,
    known: pairs.filter((pair) => pair.includes(person)).length,
  }))
  const others = people.filter(({ isMarked }) => !isMarked)
  const marked = people.filter(({ isMarked }) => isMarked)
  return [
    draw('hair', ...pairs.map(([from, to]) => arc(from, to))),
    draw('line', `M12 ${BASE}h376`),
    draw('post', ...people.map(({ x, known }) => `M${x} ${BASE + 16}v${Math.max(5, known * 13)}`)),
    draw(
      'solid',
      ...others.map(({ x, known }) => circle([x, BASE], 2.2 + Math.min(4, known * 0.55))),
    ),
    draw('cover', arc(ASKING, ASKED)),
    draw('ring', arc(ASKING, ASKED)),
    draw('mark', ...marked.map(({ x }) => circle([x, BASE], 7.5))),
  ]
}

function arc(from: number, to: number) {
  const radius = (place(to) - place(from)) / 2
  return `M${place(from)} ${BASE}A${radius} ${radius} 0 0 1 ${place(to)} ${BASE}`
}
