import pMap from 'p-map'
import { collectionNamed } from '#server/collections/collection.ts'
import { idOf } from '#server/collections/keys.ts'
import { hint } from '#server/collections/rows/hints.ts'
import { HttpError } from '#server/http/answers.ts'
import { withBudget } from '#server/storage/request-context.ts'
import { SealFault } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'
import { storeKeys } from '#server/storage/seal.ts'

/** Seals what is in the store, in portions. Each value is done at once, so it may stop anywhere. */

/** `unopened` are keys. `next` is where the next portion begins; null at the end. */
export type SealPortion = {
  sealed: number
  kept: number
  unopened: string[]
  next: string | null
}

/** A portion costs a listing, and up to three requests for each value. */
const MOST_VALUES = 48
const VALUES_AT_ONCE = 12

/** Begins at `from`: '' at first. It is the cursor of a page, a space, and the last key done. */
export async function sealPortion(from: string): Promise<SealPortion> {
  if (storeKeys().length === 0) {
    throw new HttpError(409, 'STORE_KEY is not set: there is no key to seal with.')
  }
  const end = from.lastIndexOf(' ')
  const [cursor, last] = [from.slice(0, Math.max(0, end)), from.slice(end + 1)]
  const { page, next } = await withBudget(() => kv.listPage(cursor))
  const keys = page.map(({ key }) => key).sort()
  const left = keys.filter((key) => key > last)
  const some = left.slice(0, MOST_VALUES)
  const done = await pMap(some, (key) => withBudget(() => sealOne(key)), {
    concurrency: VALUES_AT_ONCE,
  })
  const following = next === null ? null : `${next} `
  return {
    sealed: done.filter((one) => one === 'sealed').length,
    kept: done.filter((one) => one === 'kept').length,
    unopened: some.filter((_, i) => done[i] === 'unopened'),
    next: some.length < left.length ? `${cursor} ${some.at(-1)}` : following,
  }
}

async function sealOne(key: string): Promise<'sealed' | 'kept' | 'unopened'> {
  try {
    if (!(await kv.sealAgain(key))) return 'kept'
  } catch (error) {
    if (error instanceof SealFault) return 'unopened'
    throw error
  }
  // The row of a record names the etag of its state, which is another one now.
  const [kind, name = ''] = key.split('/')
  if (kind === 'state' && collectionNamed(name)) await hint(name, idOf(key), 'record')
  return 'sealed'
}
