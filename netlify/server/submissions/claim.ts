import { StorageDown } from '#server/http/storage-down.ts'
import * as kv from '#server/storage/kv.ts'
import { bornAt, newId } from '#server/storage/record-id.ts'

/**
 * A claim says which record an attempt stands for, before the record is written. Whoever retries
 * finds it, and completes that same record instead of making another.
 */
export type Claim = {
  /** The record's id. */
  id: string
  /** A keyed hash of the answers: the same attempt can't send something else. */
  digest: string
  /** Why the submission is held back from the list, if it is. */
  signals: readonly string[]
}

/** A claim to be; without an id it gets a new one. */
export type NewClaim = Omit<Claim, 'id'> & { id?: string }

/** After this long a claim without a record is nobody's any more. */
const ABANDONED_AFTER_MS = 10 * 60 * 1_000

const claimKey = (hash: string) => `claim/${hash}`

// Only this module writes under these keys.
const asClaim = ({ value }: kv.Found) => value as Claim

/** The claim of this attempt or unique answer, by its keyed hash, with the etag to replace it by. */
export async function findClaim(hash: string): Promise<(Claim & { etag: string }) | null> {
  const found = await kv.get(claimKey(hash))
  return found && { ...asClaim(found), etag: found.etag }
}

/** The claim that holds from now on: a new one, or the one that somebody made a moment earlier. */
export async function makeClaim(hash: string, newClaim: NewClaim): Promise<Claim> {
  const claim = { id: newId(), ...newClaim }
  const outcome = await kv.create(claimKey(hash), claim)
  return outcome === 'created' ? claim : asClaim(outcome)
}

/** Puts a new claim in the place of one that leads nowhere. */
export async function takeOver(hash: string, etag: string, newClaim: NewClaim): Promise<Claim> {
  const claim = { id: newId(), ...newClaim }
  if (await kv.replace(claimKey(hash), claim, etag)) return claim
  const standing = await findClaim(hash)
  // Claims are never deleted, so one that was replaced meanwhile is there.
  if (!standing) throw new StorageDown('A claim disappeared.')
  return standing
}

/** True once nobody will complete a claim that still has no record. */
export const isAbandoned = (claim: Claim, now = Date.now()) =>
  now - bornAt(claim.id) > ABANDONED_AFTER_MS
