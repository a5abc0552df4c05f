import type { Visit } from './visit.ts'

/** Where a record may stand. */
export type Place = 'shown' | 'held' | 'gone'

/** What somebody asked to be done with a record, from one moment to another. */
export type Wish = {
  asked: Place
  /** Where the record stands then; several where only the answer tells. */
  to: readonly Place[]
  start: number
  /** When it was answered that it is done; without an answer it may still happen. */
  end: number
}

/** A record that was acknowledged, and all that somebody asked to be done with it. */
export type Life = { id: string; visit: Visit; wishes: Wish[] }

const isDone = ({ end }: Wish) => end < Infinity
const isGone = ({ to }: Pick<Wish, 'to'>) => to.every((place) => place === 'gone')

/** Everywhere that the record may stand: what was done last counts, and all that may still happen. */
export function placesOf({ visit, wishes }: Life): Set<Place> {
  const done = wishes.filter(isDone)
  // Nothing comes back.
  if (done.some(isGone)) return new Set(['gone'])
  const first = { to: [visit.isHeld ? 'held' : 'shown'] as const, end: 0 }
  const isOver = ({ end }: Pick<Wish, 'end'>) => done.some(({ start }) => start > end)
  return new Set([first, ...wishes].filter((wish) => !isOver(wish)).flatMap(({ to }) => to))
}

/** When the last wish that can take a record off its list is over; a release never empties a list. */
export const disturbedUntil = (lives: readonly Life[]): number =>
  Math.max(
    0,
    ...lives.flatMap(({ wishes }) =>
      wishes.filter(({ asked }) => asked !== 'shown').map(({ end }) => end),
    ),
  )
