import { Contended } from './faults.ts'

/** Give up after this many retries. */
export const MOST_TRIES = 50

/** Repeats while the result is undefined: another writer was faster. Throws Contended in the end. */
export async function untilWon<T>(tryOnce: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const answer = await tryOnce()
    if (answer !== undefined) return answer
  }
  throw new Contended('Somebody else was faster each time.')
}
