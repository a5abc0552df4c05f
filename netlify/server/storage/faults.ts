/** Storage did not answer, or did not confirm a write. Uncaught it becomes a 503. */
export class StorageDown extends Error {
  override name = 'StorageDown'
}

/** STORE_KEY is wrong, or does not open a value. The message names a setting or a key: it is logged. */
export class SealFault extends StorageDown {
  override name = 'SealFault'
}

/** A listing has a key, and two reads do not find it. */
export class Forgotten extends StorageDown {
  override name = 'Forgotten'
}

/** Other writers changed the same value each time: trying again later helps. */
export class Contended extends StorageDown {
  override name = 'Contended'
}

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
