import type { Answers, Submission } from '#forms/submission.ts'
import type { Collection, StoredRecord } from '#server/collections/collection.ts'
import { changeState, remove } from '#server/collections/records.ts'
import { isHidden } from '#server/collections/rows/row.ts'
import { look, rowOf } from '#server/collections/truth.ts'
import { Contended } from '#server/storage/faults.ts'
import { enqueueAnew, enqueueUnlessDone } from '#server/notifications/outbox/queue.ts'
import type { Claim } from './claim.ts'
import { addAndEnqueue } from './store-submission.ts'
import { listAsSeen, reserveUnique } from './unique-answer.ts'

/** Each try that is lost was lost to somebody who did something else with it in that moment. */
const MOST_TRIES = 10

/**
 * Lists a held submission, as new, and says under which id; null where there is no such record. Where
 * what may stand there only once is another one's already, that one is listed, and the held one goes.
 */
export async function release(collection: Collection, id: string): Promise<string | null> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const truth = await look(collection, id)
    const row = rowOf(truth)
    if (!row || !truth.record) return null
    const ref = { name: collection.name, id }
    if (!isHidden(row)) {
      // Whoever listed it may have died before its notification was queued.
      await enqueueUnlessDone(ref)
      return id
    }
    const winner = await winnerOf(collection, truth.record, row.state.revision)
    if (winner !== id) {
      await remove(collection, id)
      return winner
    }
    // Queued first: once it is listed, a crash leaves no lead that nobody hears of.
    await enqueueAnew(ref)
    // Held once more since the claim was made, it may have given way by now.
    const after = await listAsSeen(collection, row)
    if (!after) return null
    if (!isHidden(after)) return id
  }
  throw new Contended('A record is held and released by turns.')
}

/** Whose record is listed with these answers: this one, or another one, which is certainly there. */
async function winnerOf(
  collection: Collection,
  { submission, attempt, digest }: StoredRecord,
  releasedAt: number,
): Promise<string> {
  const { id, createdAt, signals = [], ...answers } = submission as Submission
  const { unique } = collection.form
  if (!unique) return id
  const own: Claim = { id, name: collection.name, attempt, digest, signals, releasedAt }
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const winner = await reserveUnique(collection, submission[unique], own)
    if (winner.claim.id === id) return id
    // Where the other one has not come to its record yet, this completes it, as a sign-up would.
    const received = { answers: answers as Answers, digest, signals: [] }
    const outcome = await addAndEnqueue(collection, winner, received)
    if (outcome !== 'removed') return winner.claim.id
  }
  throw new Contended('An address changed hands too often.')
}

/**
 * Puts a listed submission among the held ones, by hand, and says under which id; null where there is
 * no such record. From then on it gives way to whoever comes with the same unique answer.
 */
export async function hold(collection: Collection, id: string): Promise<string | null> {
  const held = await changeState(collection, id, (now) => (isHidden(now) ? {} : { isHeld: true }))
  return held && id
}
