import { fold } from '#server/collections/folding/fold.ts'
import { sweepChunks } from './mend-tile.ts'
import { withBudget } from '#server/storage/budget.ts'
import { checkSpan, found, type Finding } from './check-span.ts'
import { everyCollection } from '#server/collections/every-collection.ts'
import { expiredKeys, sweepExpired } from './expired.ts'

/**
 * The store's check in pieces that each fit into a request: a tile's records, or as many of those that
 * no tile has. With `fix`, what is derived is made anew from the records, and leftovers are swept;
 * records themselves are never touched.
 */

/** What a piece found, and where the next one begins; null at the end. */
export type CheckPortion = { findings: Finding[]; next: string | null }

/** What is found in every store, and is no fault. */
export const EXPIRED = 'expired'

const FOLDING_MS = 3_500
/** Where an address goes on once all records of a collection were looked at. */
const FOLD = 'fold'

/** Checks what begins at `from` ('' for the beginning, then `next` of the piece before). */
export async function checkPortion(fix: boolean, from: string): Promise<CheckPortion> {
  const [name = '', at = ''] = from.split('/')
  const collections = await everyCollection()
  const place = collections.findIndex((one) => one.name >= name)
  const collection = collections[place]
  if (!collection) return checkExpired(fix)
  const following = collections[place + 1]
  const nextCollection = following ? `${following.name}/` : '~'
  // One that is gone meanwhile leaves its place to the next one.
  const begin = collection.name === name ? at : ''
  if (begin === FOLD) {
    const isDone = await withBudget(() => fold(collection, FOLDING_MS))
    if (!isDone) return { findings: [], next: from }
    await withBudget(() => sweepChunks(collection))
    return { findings: [], next: nextCollection }
  }
  const { findings, next } = await checkSpan(collection, begin, fix)
  const end = fix ? `${collection.name}/${FOLD}` : nextCollection
  return { findings, next: next === null ? end : `${collection.name}/${next}` }
}

async function checkExpired(fix: boolean): Promise<CheckPortion> {
  const keys = await withBudget(expiredKeys)
  const end = performance.now() + FOLDING_MS
  const { left } = fix
    ? await withBudget(() => sweepExpired(() => performance.now() < end))
    : { left: 0 }
  return { findings: found({ [EXPIRED]: keys }), next: left > 0 ? '~' : null }
}
