import { createdAtOf, newId } from '#server/storage/record-id.ts'
import { untilWon } from '#server/storage/faults.ts'
import type { Collection } from '#server/collections/collection.ts'
import { add, addFile, type Existing } from '#server/collections/records.ts'
import { readCurrent } from '#server/collections/current.ts'
import { enqueue, enqueueUnlessDone } from '#server/notifications/outbox/queue.ts'
import { noteNoBotCheck } from '#server/notifications/no-bot-check.ts'
import { NO_FILE } from '#forms/resume.ts'
import type { Answers } from '#forms/submission.ts'
import { findClaim, giveBack, leadTo, makeClaim, takeOver } from './claim.ts'
import type { Claim, FoundClaim } from './claim.ts'
import { keyOfAnswer, reserveUnique } from './unique-answer.ts'

/**
 * An earlier request of this attempt: its claim, and the state of the claim's record. `others`:
 * another attempt with the same unique answer stored it.
 */
type AttemptStatus = { claim: FoundClaim; record: 'stored' | 'others' | 'missing' | 'removed' }

/** `attempt` is a keyed hash. Null if it was never seen. */
export async function attemptStatus(
  collection: Collection,
  attempt: string,
): Promise<AttemptStatus | null> {
  const claim = await findClaim({ hash: attempt, name: collection.name })
  if (!claim) return null
  const { record, isRemoved } = await readCurrent(collection, claim.id)
  const isOwn = record?.attempt === attempt || !collection.form.unique
  return {
    claim,
    record: isRemoved ? 'removed' : !record ? 'missing' : isOwn ? 'stored' : 'others',
  }
}

type Received = Pick<Claim, 'digest' | 'signals'> & {
  answers: Answers
  file?: ArrayBuffer | undefined
}
type Stored = Pick<Claim, 'id' | 'digest' | 'signals'> & { isDuplicate: boolean }

/**
 * Stores the answers under the attempt's claim and returns the id. Repeated and parallel calls make
 * one record. When this resolves the record exists, unless it was removed, or `digest` is not the one
 * passed in: then this attempt has sent other answers before. `prior` is what `attemptStatus` has
 * just returned. `isDuplicate`: another attempt has stored the same unique answer.
 */
export async function storeSubmission(
  collection: Collection,
  attempt: string,
  prior: AttemptStatus | null,
  received: Received,
): Promise<Stored> {
  const { name, form } = collection
  const { digest, signals } = received
  const fresh: Claim = { id: newId(), name, attempt, digest, signals }
  if (form.unique)
    return storeUnique(collection, received.answers[form.unique], prior, fresh, received)
  const claim = await claimFor(prior, fresh)
  if (claim.digest === digest) {
    await addAndEnqueue(collection, claim, received, claim.id === fresh.id)
  }
  return { id: claim.id, digest: claim.digest, signals: claim.signals, isDuplicate: false }
}

/** The same for a form with an answer that must be unique, such as an address on a waitlist. */
async function storeUnique(
  collection: Collection,
  answer: unknown,
  prior: AttemptStatus | null,
  fresh: Claim,
  received: Received,
): Promise<Stored> {
  const { name, attempt, digest, signals } = fresh
  const key = await keyOfAnswer(name, answer)
  // A new attempt has nothing to read first, so both claims are made at once. A submission with
  // signals is held: it reserves nothing until it is released.
  const [claim, isReserved] = await Promise.all([
    claimFor(prior, fresh),
    prior === null && signals.length === 0 && makeClaim(key, fresh).then((found) => found === null),
  ])
  if (claim.digest !== digest) {
    // Another request with the same key was faster, and sent other answers.
    if (isReserved) await giveBack(key, fresh)
    return { id: claim.id, digest: claim.digest, signals: claim.signals, isDuplicate: false }
  }
  // A held one reserves nothing; otherwise it may be reserved by this call.
  const isOwn = claim.signals.length > 0 || (isReserved && claim === fresh)
  return untilWon(async () => {
    const own = { claim, isOthers: false }
    const winner = isOwn ? own : await reserveUnique(collection, answer, claim)
    const { id } = winner.claim
    // A retry must find the record that this attempt completes, also if this one dies on the way.
    if (id !== claim.id && winner.claim.attempt === attempt) {
      await leadTo({ hash: attempt, name }, id)
    }
    const outcome = await addAndEnqueue(collection, winner.claim, received, id === fresh.id)
    const isDuplicate = typeof outcome === 'object' && outcome.attempt !== attempt
    // If its own record was removed just now, it was stored all the same. If another attempt's was,
    // this one tries again.
    if (outcome === 'removed' && winner.isOthers) return undefined
    return { id, digest, signals: winner.claim.signals, isDuplicate }
  })
}

/**
 * Adds the record of a claim, and queues its notification unless it is held. For a new record both are
 * written side by side; the visitor hears of success only after both.
 */
export async function addAndEnqueue(
  collection: Collection,
  claim: Claim,
  { answers, file, digest }: Received,
  isNew = false,
): Promise<'added' | 'removed' | Existing> {
  const { id, attempt, signals, releasedAt } = claim
  if (file && !signals.includes(NO_FILE)) await addFile(collection, id, file)
  const createdAt = new Date(createdAtOf(id)).toISOString()
  const submission = { id, createdAt, ...(signals.length > 0 && { signals }), ...answers }
  const record = { submission, attempt, digest: claim.digest || digest }
  const ref = { name: collection.name, id }
  // After an interrupted release this request lists the record, so it queues the notification too.
  const isHeld = signals.length > 0 && releasedAt === undefined
  const [outcome] = await Promise.all([
    add(collection, record, isNew),
    isNew && !isHeld && enqueue(ref),
    isHeld && noteNoBotCheck(ref, signals),
  ])
  if (!isNew && !isHeld && outcome !== 'removed') await enqueueUnlessDone(ref)
  return outcome
}

/** For a repeat: the request that stored the record may have crashed before it queued anything. */
export const enqueueStored = ({ name }: Collection, { id, signals }: Claim): Promise<void> =>
  signals.length === 0 ? enqueueUnlessDone({ name, id }) : noteNoBotCheck({ name, id }, signals)

/** The attempt's claim: `fresh`, unless an earlier one may have a record. */
async function claimFor(prior: AttemptStatus | null, fresh: Claim): Promise<Claim> {
  const key = { hash: fresh.attempt, name: fresh.name }
  if (!prior) return (await makeClaim(key, fresh)) ?? fresh
  return prior.record === 'removed' ? takeOver(key, prior.claim.etag, fresh) : prior.claim
}
