import { StorageDown } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'

/**
 * A claim says which record an attempt, or an answer that may stand in a list once, belongs to. It is
 * made before the record, so a retry completes that same record. It is replaced by compare-and-set and
 * never deleted: a delete may hit the claim that somebody else has made since.
 */
export type Claim = {
  id: string
  name: string
  /** The attempt that made it: a keyed hash. */
  attempt: string
  /** A keyed hash of the answers: the same attempt can't send something else. */
  digest: string
  signals: readonly string[]
  /** The revision of the record's state at which a release said so, before it changed that state. */
  releasedAt?: number
}

export type StandingClaim = Claim & { etag: string }

/** Where a claim is kept, and what is known of one that was written without its collection. */
export type ClaimPlace = { hash: string; name: string; isAnswer?: boolean }

const claimKey = ({ hash }: ClaimPlace) => `claim/${hash}`

/** Stands where an attempt gave back what it had reserved. */
const FREE = { isFree: true }

/** Null for one that is damaged or was given back: anybody may write over it. */
function standing(place: ClaimPlace, { value, etag }: kv.Found): StandingClaim | null {
  const { id, digest, signals, releasedAt, ...known } = (value ?? {}) as Partial<Claim>
  if (!id || !digest || !signals) return null
  const { name = place.name, attempt } = known
  // Earlier claims named neither; the digest of an answer's claim was the attempt that made it.
  const whose =
    attempt !== undefined
      ? { attempt, digest }
      : place.isAnswer
        ? { attempt: digest, digest: '' }
        : { attempt: place.hash, digest }
  return { id, name, ...whose, signals, ...(releasedAt !== undefined && { releasedAt }), etag }
}

export async function findClaim(place: ClaimPlace): Promise<StandingClaim | null> {
  const found = await kv.get(claimKey(place))
  return found && standing(place, found)
}

/** Makes the claim, and answers null; or the one that stands there already. */
export async function makeClaim(place: ClaimPlace, claim: Claim): Promise<StandingClaim | null> {
  const outcome = await kv.create(claimKey(place), claim)
  if (outcome === 'created') return null
  const there = standing(place, outcome)
  if (there) return there
  const isOurs = await kv.replace(claimKey(place), claim, outcome.etag)
  return isOurs ? null : makeClaim(place, claim)
}

/** Puts a claim in the place of another, unless somebody else was faster; the one that stands then. */
export async function takeOver(place: ClaimPlace, etag: string, claim: Claim): Promise<Claim> {
  if (await kv.replace(claimKey(place), claim, etag)) return claim
  const other = await findClaim(place)
  if (!other) throw new StorageDown('A claim disappeared.')
  return other
}

/** Lets the claim that stands there lead to this record. */
export async function leadTo(place: ClaimPlace, id: string): Promise<void> {
  const { etag = '', ...claim } = (await findClaim(place)) ?? {}
  if (etag) await kv.replace(claimKey(place), { ...claim, id }, etag)
}

/** Frees what this very claim reserves; nothing happens where somebody has taken it over. */
export async function giveBack(place: ClaimPlace, { id, attempt, digest }: Claim): Promise<void> {
  const found = await findClaim(place)
  const isOurs = found?.id === id && found.attempt === attempt && found.digest === digest
  if (isOurs) await kv.replace(claimKey(place), FREE, found.etag)
}
