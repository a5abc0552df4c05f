import type { Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import * as collection from '#server/collections/collection.ts'
import { wrongSegments } from './check-index.ts'
import { makeClaim } from '#server/submissions/claim.ts'
import { collectionsOf } from '#server/submissions/offered.ts'
import { holderHash } from '#server/submissions/unique-answer.ts'
import * as kv from '#server/storage/kv.ts'
import { bornAt } from '#server/storage/record-id.ts'
import { heldIn, type Stored } from '#server/submissions/submission.ts'

/**
 * Counts the whole store again and compares it with everything that is derived from the records:
 * tallies, claims, and what a crash can leave behind. With `fix`, derived keys are rebuilt from the
 * records alone and leftovers are swept; records themselves are never touched.
 */

export type Finding = { what: string; keys: string[] }

/** Signed keys and sessions are long over after this many milliseconds. */
const DAY = 24 * 60 * 60 * 1_000

const isOld = (id: string) => Date.now() - bornAt(id) > DAY

export async function checkStore({ fix }: { fix: boolean }): Promise<Finding[]> {
  const kept = (await Promise.all(forms.map(placesOf))).flat()
  const names = kept.map(({ place }) => place)
  const found = [
    ...(await Promise.all(names.map((name) => checkCollection(name, fix)))).flat(),
    await checkClaims(kept, fix),
    await sweepExpired('nonce', fix),
    await sweepExpired('session', fix),
    await sweepExpired('window', fix),
  ]
  return found.filter(({ keys }) => keys.length > 0)
}

/** A collection with what is kept in it, and whether that is held. */
type Place = { form: Form; name: string; place: string }

async function placesOf(form: Form): Promise<Place[]> {
  const names = await collectionsOf(form)
  return names.flatMap((name) => [name, heldIn(name)].map((place) => ({ form, name, place })))
}

async function checkCollection(name: string, fix: boolean): Promise<Finding[]> {
  const { files, added, removed } = await keysOf(name)
  const leftovers = [...added].filter((id) => removed.has(id)).map((id) => `rec/${name}/${id}`)
  // A file comes before its record, so a young one may still get it.
  const isOrphan = (id: string) => !added.has(id) && (removed.has(id) || isOld(id))
  const orphans = [...files].filter((id) => isOrphan(id)).map((id) => `file/${name}/${id}`)
  if (fix) await Promise.all([...leftovers, ...orphans].map(kv.remove))
  const truth = added.size - leftovers.length
  const total = await collection.total(name)
  if (fix && total !== truth) await kv.remove(`counts/${name}`)
  const segments = await wrongSegments(name)
  // The next search makes them again.
  if (fix) await Promise.all(segments.map(kv.remove))
  return [
    { what: 'removed, but not erased yet', keys: leftovers },
    { what: 'without a record', keys: orphans },
    { what: `counts ${total} where ${truth} are`, keys: total === truth ? [] : [`counts/${name}`] },
    { what: 'of the index not as the records are', keys: segments },
  ]
}

async function keysOf(name: string) {
  const ids = async (kind: string) =>
    new Set((await kv.list(`${kind}/${name}/`)).map((key) => key.slice(key.lastIndexOf('/') + 1)))
  // In this order: what is stored or removed in between shows as stored or removed.
  const files = await ids('file')
  const added = await ids('rec')
  return { files, added, removed: await ids('gone') }
}

/** Every record has its claims. A claim without a record is no fault: its next retry takes it over. */
async function checkClaims(places: Place[], fix: boolean): Promise<Finding> {
  const known = new Set(await kv.list('claim/'))
  const missing: string[] = []
  for (const kept of places) {
    for (const key of await kv.list(`rec/${kept.place}/`)) {
      const stored = (await kv.get(key))?.value as Stored | undefined
      const claims = stored ? await claimsOf(stored, kept) : []
      const lost = claims.filter(({ hash }) => !known.has(`claim/${hash}`))
      if (lost.length > 0) missing.push(key)
      if (fix) await Promise.all(lost.map(({ hash, claim }) => makeClaim(hash, claim)))
    }
  }
  return { what: 'without the claim that makes a retry find it', keys: missing }
}

/** What a record's own words say of its claims: its attempt's, and that on its unique answer. */
async function claimsOf({ submission, attempt, digest }: Stored, { form, name }: Place) {
  const { id, doubts = [] } = submission
  const own = { hash: attempt, claim: { id, digest, doubts } }
  if (!form.unique) return [own]
  const hash = await holderHash(name, submission[form.unique])
  return [own, { hash, claim: { id, digest: attempt, doubts } }]
}

/** Keys whose last part begins with the moment they are good for, and are good for nothing since. */
async function sweepExpired(kind: string, fix: boolean): Promise<Finding> {
  const keys = await kv.list(`${kind}/`)
  const expired = keys.filter((key) => isOld(key.slice(key.lastIndexOf('/') + 1)))
  if (fix) await Promise.all(expired.map(kv.remove))
  return { what: 'expired', keys: expired }
}
