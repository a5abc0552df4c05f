import type { Form } from '#forms/form.ts'
import * as collection from './collection.ts'
import { findClaim, isAbandoned, makeClaim, takeOver, type Claim } from './claim.ts'
import { bornAt } from './record-id.ts'

/** What is stored of one submission: its id, when it came, the answers, and doubts about it. */
export type Submission = { id: string; createdAt: string; doubts?: string[] } & Record<
  string,
  unknown
>

/** How it is kept: beside it stands what its claim can be made from again. */
export type Stored = { submission: Submission; attempt: string; digest: string }

/** Held submissions are a collection of their own: they count in no total and show in no list. */
export const heldIn = (name: string) => `${name}.held`

const placeOf = (form: Form, claim: Claim) =>
  claim.doubts.length > 0 ? heldIn(form.collection) : form.collection

/** Where an attempt stands: its claim, and what has become of the claim's record. */
export type Standing = {
  claim: Claim
  etag: string
  record: 'stored' | 'missing' | 'removed'
}

/** Null for an attempt that was never seen. */
export async function standingOf(form: Form, attempt: string): Promise<Standing | null> {
  const found = await findClaim(attempt)
  if (!found) return null
  const { etag, ...claim } = found
  const record = await collection.find(placeOf(form, claim), claim.id)
  return { claim, etag, record: typeof record === 'string' ? record : 'stored' }
}

/**
 * Stores the answers under the attempt's claim and says under which id. However often and however
 * parallel it is asked, one record comes of it; it resolves only when that record is certainly
 * there. `standing` is what `standingOf` said a moment ago.
 */
export async function keep(
  form: Form,
  attempt: string,
  standing: Standing | null,
  given: Omit<Claim, 'id'> & { answers: Record<string, unknown> },
): Promise<Claim> {
  const { answers, ...wish } = given
  const claim = await claimFor(attempt, standing, wish)
  // Somebody with the same key was faster: the caller compares the digests.
  if (claim.digest !== wish.digest) return claim
  const submission: Submission = {
    id: claim.id,
    createdAt: new Date(bornAt(claim.id)).toISOString(),
    ...(claim.doubts.length > 0 && { doubts: claim.doubts }),
    ...answers,
  }
  const stored: Stored = { submission, attempt, digest: claim.digest }
  await collection.add(placeOf(form, claim), claim.id, stored)
  return claim
}

async function claimFor(attempt: string, standing: Standing | null, wish: Omit<Claim, 'id'>) {
  if (!standing) return makeClaim(attempt, wish)
  const leadsNowhere = standing.record === 'removed' || isAbandoned(standing.claim)
  return leadsNowhere ? takeOver(attempt, standing.etag, wish) : standing.claim
}

/**
 * Moves a held submission to the others and says under which id; null where it is not held. It is
 * listed from the moment of its release, and keeps the time when it came. A release that was cut
 * short is completed by the next one: the claim says which id was given.
 */
export async function release(form: Form, id: string): Promise<string | null> {
  const place = heldIn(form.collection)
  const stored = (await collection.read(place, id)) as Stored | null
  if (!stored) return null
  const { submission, attempt, digest } = stored
  const claim = await freeClaim(attempt, id, { digest, doubts: [] })
  const freed = { ...submission, id: claim.id }
  delete freed.doubts
  await collection.add(form.collection, claim.id, { submission: freed, attempt, digest })
  await collection.remove(place, id)
  return claim.id
}

async function freeClaim(attempt: string, id: string, wish: Omit<Claim, 'id'>): Promise<Claim> {
  const found = await findClaim(attempt)
  if (!found) return makeClaim(attempt, wish)
  return found.id === id ? takeOver(attempt, found.etag, wish) : found
}
