import { find, type Collection } from '#server/collections/collection.ts'
import { StorageDown } from '#server/http/storage-down.ts'
import { keyedHash } from '#server/storage/site-secret.ts'
import { findClaim, isAbandoned, makeClaim, takeOver, type Claim } from './claim.ts'

/**
 * An answer that may stand in a collection only once, such as an address on a waitlist, has a claim
 * of its own. Here the claim's digest is the attempt that made it.
 */

/** Each try that is lost was won by somebody else, so a few are enough. */
const MOST_TRIES = 10

/** The hash under which the answer's claim is found. */
export const uniqueAnswerHash = ({ name }: Collection, answer: unknown): Promise<string> =>
  // 'holder' is what the hashes of stored claims were made with.
  keyedHash('holder', name, normalizeEmail(String(answer)))

/** Case, width and stray spaces make no other address. */
const normalizeEmail = (address: string) =>
  address.normalize('NFKC').replace(/\s+/gu, '').toLowerCase()

/**
 * The claim that has `answer` from now on: `own`, unless the record of another attempt has it. A
 * record that is gone or was never written has nothing, and a held one gives way to one that is
 * not: else its sender would be told to be on a list that shows nobody. `collectionOfClaim` says
 * where a claim's record belongs.
 */
export async function reserveUnique(
  collection: Collection,
  answer: unknown,
  own: Claim,
  collectionOfClaim: (claim: Claim) => Collection,
): Promise<Claim> {
  const hash = await uniqueAnswerHash(collection, answer)
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const found = await findClaim(hash)
    const winner = found
      ? (await isFree(found, own, collectionOfClaim))
        ? await takeOver(hash, found.etag, own)
        : found
      : await makeClaim(hash, own)
    if (winner.id === own.id || winner.id === found?.id) return winner
  }
  throw new StorageDown('An address changed hands too often.')
}

async function isFree(
  found: Claim,
  own: Claim,
  collectionOfClaim: (claim: Claim) => Collection,
): Promise<boolean> {
  if (found.id === own.id) return false
  if (found.digest === own.digest) return true
  const record = await find(collectionOfClaim(found), found.id)
  if (record === 'removed') return true
  if (record === 'missing') return isAbandoned(found)
  return found.signals.length > 0 && own.signals.length === 0
}
