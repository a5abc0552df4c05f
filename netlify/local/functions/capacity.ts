/**
 * How much one process answers at once, for the promise that twice its load is answered honestly: what
 * is beyond gets a 503 at once, since a queue would turn every answer into a time-out.
 */

/**
 * Requests at once: a quarter of a second's work, so that none waits longer than storage's time-out for
 * one step (netlify/server/storage/fetch-with-retry.ts).
 */
export const MOST_ANSWERED = 64
/** Bytes of bodies in memory at once: twenty of the largest. */
const MOST_HELD_BYTES = 128 * 1024 * 1024

export class NoRoom extends Error {
  override name = 'NoRoom'
}

let answered = 0
let heldBytes = 0

/** Throws NoRoom before a body is read in vain. */
export function requireRoom(): void {
  if (answered >= MOST_ANSWERED) throw new NoRoom()
}

/** Answers a request if there is room for it, or throws NoRoom. */
export async function withinCapacity<T>(work: () => Promise<T>): Promise<T> {
  requireRoom()
  answered++
  try {
    return await work()
  } finally {
    answered--
  }
}

/** The bytes of one request's body in memory. */
export class HeldBody {
  #bytes = 0

  /** Adds bytes; false once all requests together hold too many. */
  add(bytes: number): boolean {
    this.#bytes += bytes
    heldBytes += bytes
    return heldBytes <= MOST_HELD_BYTES
  }

  release(): void {
    heldBytes -= this.#bytes
    this.#bytes = 0
  }
}
