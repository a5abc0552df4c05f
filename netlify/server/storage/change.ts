import * as kv from './kv.ts'
import { untilWon } from './until-won.ts'

/**
 * Changes the value under a key by compare-and-set, and returns the new value. `to` gets the current
 * value (undefined if there is none) and returns the new one, or null to change nothing. It is called
 * again if another writer was faster.
 */
export const change = <T>(key: string, to: (value: unknown) => T | null): Promise<T | null> =>
  untilWon(async () => {
    const found = await kv.get(key)
    const changed = to(found?.value)
    if (changed === null) return null
    const isDone = found
      ? await kv.replace(key, changed, found.etag)
      : (await kv.create(key, changed)) === 'created'
    return isDone ? changed : undefined
  })
