import type { Visit } from './visit.ts'

/** The places of a record. */
export type Place = 'shown' | 'held' | 'gone'

/** A request to move a record, and its time. */
export type Wish = {
  asked: Place
  /** The possible places after the move; the answer can reduce them to one. */
  to: readonly Place[]
  start: number
  /** The moment of a positive answer. Without an answer, the move can still happen. */
  end: number
}

/** An acknowledged record and all requests to move it. */
export type Life = { id: string; visit: Visit; wishes: Wish[] }

const isDone = ({ end }: Wish) => end < Infinity
const isGone = ({ to }: Pick<Wish, 'to'>) => to.every((place) => place === 'gone')

/** All possible places of the record, from the last finished move and all unfinished ones. */
export function placesOf({ visit, wishes }: Life): Set<Place> {
  const done = wishes.filter(isDone)
  // A removed record never comes back.
  if (done.some(isGone)) return new Set(['gone'])
  const first = { to: [visit.isHeld ? 'held' : 'shown'] as const, end: 0 }
  const isOver = ({ end }: Pick<Wish, 'end'>) => done.some(({ start }) => start > end)
  return new Set([first, ...wishes].filter((wish) => !isOver(wish)).flatMap(({ to }) => to))
}

/** The end of the last move that can take a record off its list; a release never does. */
export const disturbedUntil = (lives: readonly Life[]): number =>
  Math.max(
    0,
    ...lives.flatMap(({ wishes }) =>
      wishes.filter(({ asked }) => asked !== 'shown').map(({ end }) => end),
    ),
  )
