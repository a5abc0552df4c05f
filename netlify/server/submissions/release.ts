import type { Answers } from '#forms/submission.ts'
import type { Collection, StoredRecord } from '#server/collections/collection.ts'
import { changeState } from '#server/collections/change.ts'
import { isHeldRow, type State } from '#server/collections/row.ts'
import { readCurrent, readCurrentProven, rowOf } from '#server/collections/current.ts'
import { HttpError } from '#server/http/answers.ts'
import { sharedNow } from '#server/storage/clock.ts'
import { untilWon } from '#server/storage/faults.ts'
import { enqueueAnew, enqueueUnlessDone } from '#server/notifications/outbox/queue.ts'
import type { Claim } from './claim.ts'
import { addAndEnqueue } from './store-submission.ts'
import { isListedByAnother, listUnlessChanged, reserveUnique } from './unique-answer.ts'

/** `isUnchanged`: it was there already. */
type Moved = { id: string; isUnchanged?: true }

/** Called before a record moves, perhaps more than once. */
type Begin = () => Promise<unknown>
const silently: Begin = () => Promise.resolve()

/**
 * Lists a held submission as new and returns its id; null if there is no such record. Throws 409 if
 * another listed record has its unique answer: then it stays held.
 */
export const release = (
  collection: Collection,
  id: string,
  begin = silently,
): Promise<Moved | null> => {
  let listedAt: string | undefined
  return untilWon(async () => {
    const current = await (listedAt === undefined ? readCurrent : readCurrentProven)(collection, id)
    const row = rowOf(current)
    if (!row || !current.record) return null
    const ref = { name: collection.name, id }
    if (!isHeldRow(row)) {
      // As in `changeState`, two reads must agree.
      if (listedAt !== row.etag) {
        listedAt = row.etag
        return undefined
      }
      // The release that listed it may have crashed before it queued the notification.
      await enqueueUnlessDone(ref)
      return { id, isUnchanged: true }
    }
    if (await isListedByAnother(collection, row.submission)) throw onTheList()
    await begin()
    // Another one may have taken the answer since; the next turn says whether it is listed.
    if ((await winnerOf(collection, current.record, row.state.revision)) !== id) return undefined
    // Queued first, so that a crash can't list a record without a notification.
    await enqueueAnew(ref)
    const after = await listUnlessChanged(collection, row)
    if (!after) return null
    // If it was held again since, another record may have taken its answer. If another release
    // listed it since, this one did not: a row keeps the etag that it had before its own change.
    return isHeldRow(after) || after.etag !== row.etag ? undefined : { id }
  })
}

const onTheList = () =>
  new HttpError(409, 'Another entry of the list has this address. Delete one of the two.')

/** The id that is listed with these answers: this one, or another that certainly exists. */
async function winnerOf(
  collection: Collection,
  { submission, attempt, digest }: StoredRecord,
  releasedAt: number,
): Promise<string> {
  const { id, createdAt, signals = [], ...answers } = submission
  const { unique } = collection.form
  if (!unique) return id
  const own: Claim = { id, name: collection.name, attempt, digest, signals, releasedAt }
  return untilWon(async () => {
    const winner = await reserveUnique(collection, submission[unique], own)
    if (winner.claim.id === id) return id
    // If the other record does not exist yet, this completes it, as a sign-up would.
    const received = { answers: answers as Answers, digest, signals: [] }
    const outcome = await addAndEnqueue(collection, winner.claim, received)
    return outcome === 'removed' ? undefined : winner.claim.id
  })
}

/** For a record that an earlier build released. */
const BY_HAND: NonNullable<State['atRelease']> = { isHeld: true, version: 0 }

/**
 * Holds a listed record by hand; null if there is none. Its unique answer becomes free. The Undo of
 * a release holds it for the reasons that it had; 409 if somebody answered it or changed its note
 * since. A held record keeps the reasons that it has.
 */
export async function hold(
  collection: Collection,
  id: string,
  begin = silently,
  isUndo = false,
): Promise<Moved | null> {
  let same: Pick<Moved, 'isUnchanged'> = {}
  // Housekeeping deletes what is held for too long, counted from here.
  const heldAt = new Date(sharedNow()).toISOString()
  const held = await changeState(collection, id, async (now) => {
    same = isHeldRow(now) ? { isUnchanged: true } : {}
    if (same.isUnchanged) return {}
    const { atRelease = BY_HAND, answeredAt, version } = now.state
    const hasWork = atRelease.answeredAt !== answeredAt || atRelease.version !== version
    if (isUndo && hasWork) throw workedOn()
    await begin()
    return { isHeld: isUndo ? atRelease.isHeld : true, heldAt }
  })
  return held && { id, ...same }
}

const workedOn = () =>
  new HttpError(
    409,
    'Somebody answered it or wrote a note since. “Mark as spam” holds it all the same.',
  )
