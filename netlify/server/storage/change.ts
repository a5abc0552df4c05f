import { Contended } from './faults.ts'
import * as kv from './kv.ts'

/** A change that is refused so often has met so many others. */
const MOST_TRIES = 50

/**
 * Changes what stands under a key by compare-and-set, and answers it as it is then. `to` is given what
 * stands there (undefined for nothing) and answers what is to stand there, or null where nothing is to
 * be changed: then this is null too. It is asked again where somebody else was faster.
 */
export async function change<T>(key: string, to: (value: unknown) => T | null): Promise<T | null> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const found = await kv.get(key)
    const changed = to(found?.value)
    if (changed === null) return null
    const isDone = found
      ? await kv.replace(key, changed, found.etag)
      : (await kv.create(key, changed)) === 'created'
    if (isDone) return changed
  }
  throw new Contended('A key changes too often.')
}
