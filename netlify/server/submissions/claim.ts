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
  doubts: string[]
}

/** After this long a claim without a record is nobody's any more, in milliseconds. */
const ABANDONED = 10 * 60 * 1_000

const key = (hash: string) => `claim/${hash}`

export async function findClaim(hash: string): Promise<(Claim & { etag: string }) | null> {
  const found = await kv.get(key(hash))
  return found && { ...(found.value as Claim), etag: found.etag }
}

/** A claim to be; without an id it gets a new one. */
export type Wish = Omit<Claim, 'id'> & { id?: string }

/** The claim that holds from now on: a new one, or the one that somebody made a moment earlier. */
export async function makeClaim(hash: string, wish: Wish): Promise<Claim> {
  const claim = { id: newId(), ...wish }
  const standing = await kv.create(key(hash), claim)
  return standing === 'created' ? claim : (standing.value as Claim)
}

/** Puts a new claim in the place of one that leads nowhere. */
export async function takeOver(hash: string, etag: string, wish: Wish): Promise<Claim> {
  const claim = { id: newId(), ...wish }
  if (await kv.replace(key(hash), claim, etag)) return claim
  const standing = await findClaim(hash)
  // Claims are never deleted, so one that was replaced meanwhile is there.
  if (!standing) throw new kv.StorageDown('A claim disappeared.')
  return standing
}

export const isAbandoned = (claim: Claim, now = Date.now()) => now - bornAt(claim.id) > ABANDONED
