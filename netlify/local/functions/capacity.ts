/**
 * What one process takes on at once. What comes beyond it is told so before anything is asked of
 * storage: a queue would only turn every answer into a time-out.
 */

/**
 * Requests that are being answered: a quarter of a second's work, so that none of them waits longer
 * than storage is given for one step (netlify/server/storage/fetch-with-retry.ts).
 */
export const MOST_ANSWERED = 64
/** Bytes of bodies that are read and not yet answered: twenty of the largest. */
const MOST_HELD_BYTES = 128 * 1024 * 1024

/** There is no room for this request at present. */
export class NoRoom extends Error {
  override name = 'NoRoom'
}

let answered = 0
let heldBytes = 0

/** Throws NoRoom while no further request can be answered: cheaper before its body is read. */
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

/** What one request's body keeps in memory; a slow sender's keeps no more than has come. */
export class HeldBody {
  #bytes = 0

  /** Counts bytes that came; false once all requests together hold too many. */
  add(bytes: number): boolean {
    this.#bytes += bytes
    heldBytes += bytes
    return heldBytes <= MOST_HELD_BYTES
  }

  /** The request is answered, or given up. */
  release(): void {
    heldBytes -= this.#bytes
    this.#bytes = 0
  }
}
