import { StorageDown } from '#server/http/storage-down.ts'
import { keyedHash } from '#server/storage/site-secret.ts'
import type { Collection } from '#server/collections/collection.ts'
import { changeState } from '#server/collections/records.ts'
import { isHidden, type Row } from '#server/collections/rows/row.ts'
import { look, rowOf } from '#server/collections/truth.ts'
import { isHeldBack, makeClaim, takeOver, type Claim } from './claim.ts'

/**
 * An answer that may stand in a collection only once, such as an address on a waitlist, has a claim
 * of its own. Here the claim's digest is the attempt that made it.
 */

/** Each try that is lost was won by somebody else, so a few are enough. */
const MOST_TRIES = 10

/** The hash under which the answer's claim is found. */
export const uniqueAnswerHash = (name: string, answer: unknown): Promise<string> =>
  // 'holder' is what the hashes of stored claims were made with.
  keyedHash('holder', name, normalizeEmail(String(answer)))

/** Case and the space around it make no other address. */
export const normalizeEmail = (address: string) => address.trim().toLowerCase()

/**
 * The claim that has `answer` from now on: `own`, unless there is another one. That one stays, come
 * to its record or not: whoever finds it completes it. Only a removed record has nothing, and a held
 * one gives way to one that is not: else its sender would be told to be on a list that shows nobody.
 */
export async function reserveUnique(
  collection: Collection,
  answer: unknown,
  own: Claim,
): Promise<Claim> {
  const hash = await uniqueAnswerHash(collection.name, answer)
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const found = await makeClaim(hash, own)
    if (!found) return own
    if (!(await isFree(collection, found, own))) return found
    const winner = await takeOver(hash, found.etag, own)
    if (winner === own) return own
  }
  throw new StorageDown('An address changed hands too often.')
}

async function isFree(collection: Collection, found: Claim, own: Claim): Promise<boolean> {
  const { releasedAt: foundAt = -1 } = found
  // A release says so in the claim before the record is listed, each time anew.
  if (found.id === own.id) return own.releasedAt !== undefined && own.releasedAt > foundAt
  const truth = await look(collection, found.id)
  if (truth.isRemoved) return true
  if (isHeldBack(own)) return false
  const row = rowOf(truth)
  if (!row) return isHeldBack(found)
  // A release that was cut short is done by whoever meets it, unless the record was held again since.
  const isReleased = isHidden(row) && foundAt === row.state.revision
  const now = isReleased ? await listAsSeen(collection, row) : row
  return now === null || isHidden(now)
}

/** Lists a held record as new, unless something else was done with it since; the row as it is then. */
export const listAsSeen = (collection: Collection, { id, state }: Row): Promise<Row | null> =>
  changeState(collection, id, (now) =>
    now.state.revision === state.revision ? { isHeld: false, seenAt: undefined } : {},
  )
