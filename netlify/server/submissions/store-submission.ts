import { bornAt, newId } from '#server/storage/record-id.ts'
import { Contended } from '#server/storage/faults.ts'
import type { Collection, StoredRecord } from '#server/collections/collection.ts'
import { add, addFile } from '#server/collections/records.ts'
import { look } from '#server/collections/truth.ts'
import { enqueue, enqueueUnlessDone } from '#server/notifications/outbox/queue.ts'
import type { Answers, Submission } from '#forms/submission.ts'
import { findClaim, makeClaim, takeOver, type Claim, type StandingClaim } from './claim.ts'
import { reserveUnique, uniqueAnswerHash } from './unique-answer.ts'

/** Where an attempt stands: its claim, and what has become of the claim's record. */
type Standing = { claim: StandingClaim; record: 'stored' | 'missing' | 'removed' }

/** Where this attempt (a keyed hash) stands; null for one that was never seen. */
export async function standingOf(
  collection: Collection,
  attempt: string,
): Promise<Standing | null> {
  const claim = await findClaim(attempt)
  if (!claim) return null
  const { record, isRemoved } = await look(collection, claim.id)
  return { claim, record: isRemoved ? 'removed' : record ? 'stored' : 'missing' }
}

type Received = Omit<Claim, 'id'> & { answers: Answers; file?: ArrayBuffer | undefined }

/** Each try that is lost was removed by the studio in that moment. */
const MOST_TRIES = 5

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
  { answers, file, digest, signals }: Received,
): Promise<{ id: string; digest: string; isDuplicate: boolean }> {
  const fresh = { id: newId(), digest, signals }
  // Both claims at once: a new attempt has nothing to look at first.
  const [claim, isReserved] = await Promise.all([
    claimFor(attempt, standing, fresh),
    standing === null && reserves(collection, attempt, fresh, answers),
  ])
  // Somebody with the same key was faster: the caller compares the digests.
  if (claim.digest !== digest) return { ...claim, isDuplicate: false }
  const isOwn = isReserved && claim.id === fresh.id
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const own = { ...claim, digest: attempt }
    const winner = isOwn ? own : await winnerOf(collection, own, answers)
    const { id } = winner
    if (file) await addFile(collection, id, file)
    // Where another attempt has the address but not come to its record yet, this completes it.
    const submission = { ...stampOf(winner), ...answers }
    const record = { submission, attempt: winner.digest, digest }
    const isThere = await addAndEnqueue(collection, record, id === fresh.id)
    const isDuplicate = winner.digest !== attempt
    // What was removed after it was sent was there; what another one sent must be there now.
    if (isThere || !isDuplicate) return { id, digest, isDuplicate }
  }
  throw new Contended('An address changed hands too often.')
}

/**
 * Adds a record, and queues its notification, unless it is held. That of a new one is queued side by
 * side with it: until both are there, nobody is told that it is stored.
 */
async function addAndEnqueue(
  collection: Collection,
  record: StoredRecord,
  isNew: boolean,
): Promise<boolean> {
  const { id, signals } = record.submission as Submission
  const ref = { name: collection.name, id }
  if (signals) return add(collection, record, isNew)
  if (isNew) return (await Promise.all([add(collection, record, isNew), enqueue(ref)]))[0]
  const isThere = await add(collection, record, isNew)
  if (isThere) await enqueueUnlessDone(ref)
  return isThere
}

/** What a submission has beside its answers, as its claim says it. */
export const stampOf = ({ id, signals }: Claim) => ({
  id,
  createdAt: new Date(bornAt(id)).toISOString(),
  ...(signals.length > 0 && { signals }),
})

/** The attempt's claim: its own, unless one stands there that may lead to a record. */
async function claimFor(attempt: string, standing: Standing | null, own: Claim): Promise<Claim> {
  if (!standing) return (await makeClaim(attempt, own)) ?? own
  return standing.record === 'removed'
    ? takeOver(attempt, standing.claim.etag, own)
    : standing.claim
}

/** Whether nothing in these answers is taken: what is unique in them has this claim from now on. */
async function reserves(
  { name, form }: Collection,
  attempt: string,
  claim: Claim,
  answers: Answers,
): Promise<boolean> {
  if (!form.unique) return true
  const hash = await uniqueAnswerHash(name, answers[form.unique])
  return (await makeClaim(hash, { ...claim, digest: attempt })) === null
}

/** Whose record stands for these answers: this attempt's, unless what is unique in them is taken. */
const winnerOf = (collection: Collection, own: Claim, answers: Answers): Promise<Claim> =>
  collection.form.unique
    ? reserveUnique(collection, answers[collection.form.unique], own)
    : Promise.resolve(own)
