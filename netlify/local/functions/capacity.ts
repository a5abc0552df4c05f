/** SECURITY.md promises that an overloaded local server answers 503 at once, without a queue. */

/** Requests at once: all are done in 0.25 s, long before a storage time-out. */
export const MOST_ANSWERED = 64
/** Body bytes in memory at once: twenty of the largest. */
const MOST_HELD_BYTES = 128 * 1024 * 1024

export class NoRoom extends Error {
  override name = 'NoRoom'
}

let answered = 0
let heldBytes = 0

/** Called before a body is read, so that a refused one is not read. */
export function requireRoom(): void {
  if (answered >= MOST_ANSWERED) throw new NoRoom()
}

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

  /** Adds bytes; returns false if all requests together hold too many. */
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
