import { StorageDown } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'

/**
 * A claim says which record an attempt stands for, before the record is written. Whoever retries
 * finds it, and completes that same record instead of making another. It is never deleted while its
 * record is there, and taken over only where its record is gone.
 */
export type Claim = {
  /** The record's id. */
  id: string
  /** A keyed hash of the answers: the same attempt can't send something else. */
  digest: string
  /** What the submission came with. */
  signals: readonly string[]
  /** The revision of the record's state at which a release said so, before it changed that state. */
  releasedAt?: number
}

/** Whether what this claim stands for comes to the held ones, unless the studio has released it. */
export const isHeldBack = ({ signals, releasedAt }: Claim): boolean =>
  signals.length > 0 && releasedAt === undefined

/** A claim as it stands, with the etag to replace it by. */
export type StandingClaim = Claim & { etag: string }

const claimKey = (hash: string) => `claim/${hash}`

function standing({ value, etag }: kv.Found): StandingClaim | null {
  const { id, digest, signals, releasedAt } = (value ?? {}) as Partial<Claim>
  if (!id || !digest || !signals) return null
  return { id, digest, signals, ...(releasedAt !== undefined && { releasedAt }), etag }
}

/** The claim of this attempt or unique answer, by its keyed hash; a damaged one is none. */
export async function findClaim(hash: string): Promise<StandingClaim | null> {
  const found = await kv.get(claimKey(hash))
  return found && standing(found)
}

/** Makes the claim, and answers null; or the one that stands there already. */
export async function makeClaim(hash: string, claim: Claim): Promise<StandingClaim | null> {
  const outcome = await kv.create(claimKey(hash), claim)
  if (outcome === 'created') return null
  const there = standing(outcome)
  if (there) return there
  return (await kv.replace(claimKey(hash), claim, outcome.etag)) ? null : makeClaim(hash, claim)
}

/** Puts a claim in the place of one that leads nowhere, unless somebody else was faster. */
export async function takeOver(hash: string, etag: string, claim: Claim): Promise<Claim> {
  if (await kv.replace(claimKey(hash), claim, etag)) return claim
  const other = await findClaim(hash)
  if (!other) throw new StorageDown('A claim disappeared.')
  return other
}
