import { find } from '#server/collections/collection.ts'
import { findClaim, isAbandoned, makeClaim, takeOver, type Claim } from './claim.ts'
import { StorageDown } from '#server/storage/kv.ts'
import { keyedHash } from '#server/storage/site-secret.ts'

/**
 * An answer that may stand in a collection only once, such as an address on a waitlist, is held by
 * a claim of its own. Here the claim's digest is the attempt that made it.
 */

/** Each turn that is lost was won by somebody else, so a few are enough. */
const TURNS = 10

const heldBy = (name: string, answer: unknown) => keyedHash('holder', name, fold(String(answer)))

/** Case, width and stray spaces make no other address. */
const fold = (answer: string) => answer.normalize('NFKC').replace(/\s+/gu, '').toLowerCase()

/** Says where a claim's record belongs. */
type PlaceOf = (claim: Claim) => string

/**
 * The claim that holds `answer` from now on: `wish`, unless the record of another attempt does. A
 * record that is gone or was never written holds nothing, and a held one gives way to one that is
 * not: else its owner would be told to be on a list that shows nobody.
 */
export async function hold(
  name: string,
  answer: unknown,
  wish: Claim,
  placeOf: PlaceOf,
): Promise<Claim> {
  const hash = await heldBy(name, answer)
  for (let turn = 0; turn < TURNS; turn++) {
    const found = await findClaim(hash)
    const holder = found
      ? (await isFree(found, wish, placeOf))
        ? await takeOver(hash, found.etag, wish)
        : found
      : await makeClaim(hash, wish)
    if (holder.id === wish.id || holder.id === found?.id) return holder
  }
  throw new StorageDown('An address changed hands too often.')
}

async function isFree(found: Claim, wish: Claim, placeOf: PlaceOf): Promise<boolean> {
  if (found.id === wish.id) return false
  if (found.digest === wish.digest) return true
  const record = await find(placeOf(found), found.id)
  if (record === 'removed') return true
  if (record === 'missing') return isAbandoned(found)
  return found.doubts.length > 0 && wish.doubts.length === 0
}

/** The hash under which the answer's claim is found, for whoever rebuilds it. */
export const holderHash = heldBy
