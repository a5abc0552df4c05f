import * as collections from '#server/collections/collection.ts'
import { heldIn, type Collection } from '#server/collections/collection.ts'
import { findClaim, makeClaim, takeOver, type Claim, type NewClaim } from './claim.ts'
import { recordClaim } from './store-submission.ts'

/**
 * Moves a held submission to the others and says under which id; null where it is not held. It is
 * listed from the moment of its release, and keeps the time when it came. A release that was cut
 * short is completed by the next one: the claim says which id was given.
 */
export async function release(collection: Collection, id: string): Promise<string | null> {
  const held = heldIn(collection)
  const record = await collections.read(held, id)
  if (!record) return null
  const { submission, attempt, digest } = record
  const claim = await releasedClaim(attempt, id, { digest, signals: [] })
  const winner = await recordClaim(collection, attempt, claim, submission)
  if (winner.id === claim.id) {
    const file = await collections.readFile(held, id)
    if (file) await collections.addFile(collection, claim.id, file)
    const { signals, ...released } = submission
    const listed = { ...released, id: claim.id }
    await collections.add(collection, { submission: listed, attempt, digest })
  }
  await collections.remove(held, id)
  return winner.id
}

async function releasedClaim(attempt: string, id: string, newClaim: NewClaim): Promise<Claim> {
  const found = await findClaim(attempt)
  if (!found) return makeClaim(attempt, newClaim)
  return found.id === id ? takeOver(attempt, found.etag, newClaim) : found
}
