import { Contended } from './faults.ts'

/** A change that is refused so often has met so many others. */
export const MOST_TRIES = 50

/** Tries until there is an answer. Undefined means that somebody else was faster; Contended: each time. */
export async function untilWon<T>(tryOnce: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const answer = await tryOnce()
    if (answer !== undefined) return answer
  }
  throw new Contended('Somebody else was faster each time.')
}
