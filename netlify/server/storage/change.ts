import * as kv from './kv.ts'
import { untilWon } from './until-won.ts'

/**
 * Changes what stands under a key by compare-and-set, and answers it as it is then. `to` is given what
 * stands there (undefined for nothing) and answers what is to stand there, or null where nothing is to
 * be changed: then this is null too. It is asked again where somebody else was faster.
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
