import type { Form } from '#forms/form.ts'
import * as collection from '#server/collections/collection.ts'
import { findClaim, isAbandoned, makeClaim, takeOver, type Claim } from './claim.ts'
import { hold } from './unique-answer.ts'
import { bornAt } from '#server/storage/record-id.ts'

/** What is stored of one submission: its id, when it came, the answers, and doubts about it. */
export type Submission = { id: string; createdAt: string; doubts?: string[] } & Record<
  string,
  unknown
>

/** How it is kept: beside it stands what its claim can be made from again. */
export type Stored = { submission: Submission; attempt: string; digest: string }

/** A form and the collection in which these answers belong. */
export type Kept = { form: Form; name: string }

/** Where a form's submissions with these answers belong; held ones apart. */
export const collectionOf = (form: Form, answers: Readonly<Record<string, unknown>>) =>
  form.splitBy ? `${form.collection}.${String(answers[form.splitBy])}` : form.collection

/** Held submissions are a collection of their own: they count in no total and show in no list. */
export const heldIn = (name: string) => `${name}.held`

const placeOf = (name: string, claim: Claim) => (claim.doubts.length > 0 ? heldIn(name) : name)

/** Where an attempt stands: its claim, and what has become of the claim's record. */
export type Standing = {
  claim: Claim
  etag: string
  record: 'stored' | 'missing' | 'removed'
}

/** Null for an attempt that was never seen. */
export async function standingOf(name: string, attempt: string): Promise<Standing | null> {
  const found = await findClaim(attempt)
  if (!found) return null
  const { etag, ...claim } = found
  const record = await collection.find(placeOf(name, claim), claim.id)
  return { claim, etag, record: typeof record === 'string' ? record : 'stored' }
}

type Given = Omit<Claim, 'id'> & {
  answers: Readonly<Record<string, unknown>>
  file?: ArrayBuffer | undefined
}

/**
 * Stores the answers under the attempt's claim and says under which id. However often and however
 * parallel it is asked, one record comes of it; it resolves only when that record is certainly
 * there. `standing` is what `standingOf` said a moment ago. A duplicate is what another attempt has
 * stored already: then that one's record is certainly there.
 */
export async function keep(
  { form, name }: Kept,
  attempt: string,
  standing: Standing | null,
  given: Given,
): Promise<Claim & { isDuplicate: boolean }> {
  const { answers, file, digest, doubts } = given
  const claim = await claimFor(attempt, standing, { digest, doubts })
  // Somebody with the same key was faster: the caller compares the digests.
  if (claim.digest !== digest) return { ...claim, isDuplicate: false }
  const holder = await holderFor({ form, name }, attempt, claim, answers)
  const place = placeOf(name, holder)
  if (file) await collection.addFile(place, holder.id, file)
  // Where another attempt holds the address but has not come to its record yet, this completes it.
  const submission = { ...stampOf(holder), ...answers }
  await collection.add(place, holder.id, { submission, attempt: holder.digest, digest })
  return { ...claim, isDuplicate: holder.id !== claim.id }
}

const stampOf = ({ id, doubts }: Claim) => ({
  id,
  createdAt: new Date(bornAt(id)).toISOString(),
  ...(doubts.length > 0 && { doubts }),
})

async function claimFor(attempt: string, standing: Standing | null, wish: Omit<Claim, 'id'>) {
  if (!standing) return makeClaim(attempt, wish)
  const leadsNowhere = standing.record === 'removed' || isAbandoned(standing.claim)
  return leadsNowhere ? takeOver(attempt, standing.etag, wish) : standing.claim
}

/** Whose record stands for these answers: this attempt's, unless what is unique in them is taken. */
async function holderFor(
  { form, name }: Kept,
  attempt: string,
  claim: Claim,
  answers: Readonly<Record<string, unknown>>,
): Promise<Claim> {
  const wish = { ...claim, digest: attempt }
  if (!form.unique) return wish
  return hold(name, answers[form.unique], wish, (found) => placeOf(name, found))
}

/**
 * Moves a held submission to the others and says under which id; null where it is not held. It is
 * listed from the moment of its release, and keeps the time when it came. A release that was cut
 * short is completed by the next one: the claim says which id was given.
 */
export async function release({ form, name }: Kept, id: string): Promise<string | null> {
  const place = heldIn(name)
  const stored = (await collection.read(place, id)) as Stored | null
  if (!stored) return null
  const { submission, attempt, digest } = stored
  const claim = await freeClaim(attempt, id, { digest, doubts: [] })
  const holder = await holderFor({ form, name }, attempt, claim, submission)
  if (holder.id === claim.id) {
    const file = await collection.readFile(place, id)
    if (file) await collection.addFile(name, claim.id, file)
    const freed = { ...submission, id: claim.id }
    delete freed.doubts
    await collection.add(name, claim.id, { submission: freed, attempt, digest })
  }
  await collection.remove(place, id)
  return holder.id
}

async function freeClaim(attempt: string, id: string, wish: Omit<Claim, 'id'>): Promise<Claim> {
  const found = await findClaim(attempt)
  if (!found) return makeClaim(attempt, wish)
  return found.id === id ? takeOver(attempt, found.etag, wish) : found
}
