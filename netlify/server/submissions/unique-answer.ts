import type { Submission } from '#forms/submission.ts'
import { keyedHash } from '#server/storage/site-secret.ts'
import { untilWon } from '#server/storage/faults.ts'
import type { Collection, StoredRecord } from '#server/collections/collection.ts'
import { normalizeEmail } from '#server/collections/search.ts'
import { changeState } from '#server/collections/change.ts'
import { isHeldRow, type Row } from '#server/collections/row.ts'
import { readState, readCurrent, rowOf } from '#server/collections/current.ts'
import { findClaim, makeClaim, takeOver, type Claim, type ClaimKey } from './claim.ts'

/** The key of the claim of a unique answer, such as an address. */
export const keyOfAnswer = async (name: string, answer: unknown): Promise<ClaimKey> => ({
  // Hashes of stored claims were made with 'holder'.
  hash: await keyedHash('holder', name, normalizeEmail(String(answer))),
  name,
  isAnswer: true,
})

/** The claim that has an answer, and whether another attempt made it. */
type Reserved = { claim: Claim; isOthers: boolean }

/**
 * The claim that has `answer` from now on: `own`, unless another record has the answer. A listed
 * record keeps it. A missing record is completed under its id by this attempt. A removed or held
 * record loses it.
 */
export async function reserveUnique(
  collection: Collection,
  answer: unknown,
  own: Claim,
): Promise<Reserved> {
  const key = await keyOfAnswer(collection.name, answer)
  return untilWon(async () => {
    const found = await makeClaim(key, own)
    if (!found) return { claim: own, isOthers: false }
    const isOthers = found.attempt !== own.attempt
    const record = await recordOf(collection, found, own)
    if (record === 'listed') return { claim: found, isOthers }
    const isSame = !isOthers && (found.digest === own.digest || found.digest === '')
    if (record === 'missing' && isSame) return { claim: found, isOthers }
    // A compare-and-set, so that another attempt can no longer give this claim back.
    const { attempt, digest } = own
    const wanted = record === 'free' ? own : { ...unstamped(found), attempt, digest }
    const claim = await takeOver(key, found.etag, wanted)
    if (claim !== wanted) return undefined
    return { claim, isOthers: record === 'missing' && isOthers }
  })
}

/** Whether a listed record of another id has this submission's unique answer. */
export async function isListedByAnother(
  collection: Collection,
  submission: Submission,
): Promise<boolean> {
  const { name, form } = collection
  if (!form.unique) return false
  const found = await findClaim(await keyOfAnswer(name, submission[form.unique]))
  if (!found || found.id === submission.id) return false
  const row = rowOf(await readCurrent(collection, found.id))
  return row !== null && !isHeldRow(row)
}

const unstamped = ({ etag: _, ...claim }: Claim & { etag: string }): Claim => claim

/** Whether the record of a claim keeps the answer. */
async function recordOf(
  collection: Collection,
  found: Claim,
  own: Claim,
): Promise<'listed' | 'missing' | 'free'> {
  const { releasedAt: foundAt = -1 } = found
  // Each release writes its revision into the claim before it lists the record.
  if (found.id === own.id) return (own.releasedAt ?? -1) > foundAt ? 'free' : 'listed'
  const current = await readCurrent(collection, found.id)
  if (current.isRemoved) return 'free'
  const row = rowOf(current)
  // A claim with signals loses the answer: its record would be held.
  if (!row) return found.signals.length > 0 && foundAt === -1 ? 'free' : 'missing'
  // An interrupted release is finished here, unless the record was held again since.
  const isReleased = isHeldRow(row) && foundAt === row.state.revision
  const now = isReleased ? await listUnlessChanged(collection, row) : row
  return now === null || isHeldRow(now) ? 'free' : 'listed'
}

/** Lists a held record as new, unless it has changed since; returns its row. */
export const listUnlessChanged = (
  collection: Collection,
  { id, state }: Row,
): Promise<Row | null> =>
  changeState(collection, id, (now) => {
    const { revision, isHeld, answeredAt, version } = now.state
    if (revision !== state.revision) return {}
    return { isHeld: false, seenAt: undefined, atRelease: { isHeld, answeredAt, version } }
  })

/** A claim that a record must have. */
export type OwnClaim = { key: ClaimKey; claim: Claim }

/** The claims of a record: its attempt's, and its unique answer's unless it came held and still is. */
export async function claimsOf(
  { submission, attempt, digest }: StoredRecord,
  { form, name }: Collection,
): Promise<OwnClaim[]> {
  const { id, signals = [] } = submission
  const claim = { id, name, attempt, digest, signals }
  const own = { key: { hash: attempt, name }, claim }
  if (!form.unique) return [own]
  const isHeld = async () => isHeldRow({ id, submission, ...(await readState(name, id)) })
  if (signals.length > 0 && (await isHeld())) return [own]
  return [own, { key: await keyOfAnswer(name, submission[form.unique]), claim }]
}
