import type { Form } from '#forms/form.ts'
import { HttpError } from '#server/http/answers.ts'
import { StorageDown } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'
import { keyedHash } from '#server/storage/site-secret.ts'

/**
 * A claim says which record belongs to an attempt, or to an answer that must be unique in a list. It
 * is made before the record, so a retry completes the same record. It is replaced by compare-and-set
 * and never deleted: a delete may hit a newer claim.
 */
export type Claim = {
  id: string
  name: string
  /** The attempt that made the claim: a keyed hash. */
  attempt: string
  /** A keyed hash of the answers: the same attempt can't send other answers. */
  digest: string
  /** The first request's signals. If a retry added some, one attempt could become two records. */
  signals: readonly string[]
  /** The state's revision at a release. It is written here before the state changes. */
  releasedAt?: number
}

/** Our pages send a UUIDv7, but any printable text will do. */
const ATTEMPT_KEY = /^[\x21-\x7e]{1,255}$/

/** The key that a browser gave its attempt; null if it gave none, 400 if it is not printable. */
export function attemptKey({ headers }: Request): string | null {
  const key = headers.get('idempotency-key')
  if (key === null || ATTEMPT_KEY.test(key)) return key
  throw new HttpError(400, 'The Idempotency-Key is not printable text of 1 to 255 characters.')
}

/** The name of an attempt in the store: a keyed hash of its form and its key. */
export const attemptHash = ({ name }: Form, key: string): Promise<string> =>
  keyedHash('attempt', name, key)

/** 422 if the claim's attempt was made with other answers. */
export function requireSame({ digest: claimed }: Pick<Claim, 'digest'>, digest: string): void {
  if (claimed === digest) return
  throw new HttpError(
    422,
    'This form was already sent with other answers, maybe in another tab. Send it again if you want both.',
  )
}

export type FoundClaim = Claim & { etag: string }

/** The key of a claim. `name` and `isAnswer` are for claims of an earlier layout, which lack them. */
export type ClaimKey = { hash: string; name: string; isAnswer?: boolean }

const storeKey = ({ hash }: ClaimKey) => `claim/${hash}`

/** The value of a claim that was given back. */
const FREE = { isFree: true }

/** Null if the claim is damaged or was given back; then anybody may replace it. */
function parsed(key: ClaimKey, { value, etag }: kv.Found): FoundClaim | null {
  const { id, digest, signals, releasedAt, ...known } = (value ?? {}) as Partial<Claim>
  if (!id || !digest || !signals) return null
  const { name = key.name, attempt } = known
  // Earlier claims have no attempt; those of a unique answer kept the attempt's hash as their digest.
  const whose =
    attempt !== undefined
      ? { attempt, digest }
      : key.isAnswer
        ? { attempt: digest, digest: '' }
        : { attempt: key.hash, digest }
  return { id, name, ...whose, signals, ...(releasedAt !== undefined && { releasedAt }), etag }
}

export async function findClaim(key: ClaimKey): Promise<FoundClaim | null> {
  const found = await kv.get(storeKey(key))
  return found && parsed(key, found)
}

/** Makes the claim and returns null, or returns the existing claim. */
export async function makeClaim(key: ClaimKey, claim: Claim): Promise<FoundClaim | null> {
  const outcome = await kv.create(storeKey(key), claim)
  if (outcome === 'created') return null
  const there = parsed(key, outcome)
  if (there) return there
  const isOurs = await kv.replace(storeKey(key), claim, outcome.etag)
  return isOurs ? null : makeClaim(key, claim)
}

/** Replaces a claim unless somebody else was faster, and returns the claim that is there then. */
export async function takeOver(key: ClaimKey, etag: string, claim: Claim): Promise<Claim> {
  if (await kv.replace(storeKey(key), claim, etag)) return claim
  const other = await findClaim(key)
  if (!other) throw new StorageDown('A claim disappeared.')
  return other
}

/** Makes the claim lead to this record. */
export async function leadTo(key: ClaimKey, id: string): Promise<void> {
  const { etag = '', ...claim } = (await findClaim(key)) ?? {}
  if (etag) await kv.replace(storeKey(key), { ...claim, id }, etag)
}

/** Frees this claim, unless somebody has taken it over. */
export async function giveBack(key: ClaimKey, { id, attempt, digest }: Claim): Promise<void> {
  const found = await findClaim(key)
  const isOurs = found?.id === id && found.attempt === attempt && found.digest === digest
  if (isOurs) await kv.replace(storeKey(key), FREE, found.etag)
}
