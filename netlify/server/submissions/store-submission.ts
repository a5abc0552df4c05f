import type { Answers } from '#forms/submission.ts'
import * as collections from '#server/collections/collection.ts'
import { heldIn, type Collection } from '#server/collections/collection.ts'
import { bornAt } from '#server/storage/record-id.ts'
import { findClaim, isAbandoned, makeClaim, takeOver, type Claim, type NewClaim } from './claim.ts'
import { reserveUnique } from './unique-answer.ts'

/** Where an attempt stands: its claim, and what has become of the claim's record. */
type Standing = {
  claim: Claim
  etag: string
  record: 'stored' | 'missing' | 'removed'
}

const collectionOfClaim =
  (collection: Collection) =>
  ({ signals }: Claim): Collection =>
    signals.length > 0 ? heldIn(collection) : collection

/** Where this attempt (a keyed hash) stands; null for one that was never seen. */
export async function standingOf(
  collection: Collection,
  attempt: string,
): Promise<Standing | null> {
  const found = await findClaim(attempt)
  if (!found) return null
  const { etag, ...claim } = found
  const record = await collections.find(collectionOfClaim(collection)(claim), claim.id)
  return { claim, etag, record: typeof record === 'string' ? record : 'stored' }
}

type Received = Omit<Claim, 'id'> & { answers: Answers; file?: ArrayBuffer | undefined }

/**
 * Stores the answers under the attempt's claim and says under which id. However often and however
 * parallel it is asked, one record comes of it; it resolves only when that record is certainly
 * there. `standing` is what `standingOf` said a moment ago. A duplicate is what another attempt has
 * stored already: then that one's record is certainly there.
 */
export async function storeSubmission(
  collection: Collection,
  attempt: string,
  standing: Standing | null,
  received: Received,
): Promise<Claim & { isDuplicate: boolean }> {
  const { answers, file, digest, signals } = received
  const claim = await claimFor(attempt, standing, { digest, signals })
  // Somebody with the same key was faster: the caller compares the digests.
  if (claim.digest !== digest) return { ...claim, isDuplicate: false }
  const winner = await recordClaim(collection, attempt, claim, answers)
  const target = collectionOfClaim(collection)(winner)
  if (file) await collections.addFile(target, winner.id, file)
  // Where another attempt has the address but not come to its record yet, this completes it.
  const submission = { ...stampOf(winner), ...answers }
  await collections.add(target, { submission, attempt: winner.digest, digest })
  return { ...claim, isDuplicate: winner.id !== claim.id }
}

const stampOf = ({ id, signals }: Claim) => ({
  id,
  createdAt: new Date(bornAt(id)).toISOString(),
  ...(signals.length > 0 && { signals }),
})

async function claimFor(attempt: string, standing: Standing | null, newClaim: NewClaim) {
  if (!standing) return makeClaim(attempt, newClaim)
  const leadsNowhere = standing.record === 'removed' || isAbandoned(standing.claim)
  return leadsNowhere ? takeOver(attempt, standing.etag, newClaim) : standing.claim
}

/** Whose record stands for these answers: this attempt's, unless what is unique in them is taken. */
export async function recordClaim(
  collection: Collection,
  attempt: string,
  claim: Claim,
  answers: Answers,
): Promise<Claim> {
  const own = { ...claim, digest: attempt }
  const { unique } = collection.form
  if (!unique) return own
  return reserveUnique(collection, answers[unique], own, collectionOfClaim(collection))
}
