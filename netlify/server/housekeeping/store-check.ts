import { forms } from '#forms/index.ts'
import * as collections from '#server/collections/collection.ts'
import { heldIn, type Collection, type StoredRecord } from '#server/collections/collection.ts'
import { fileKey, goneKey, idsBelow, recordKey } from '#server/collections/record-keys.ts'
import * as kv from '#server/storage/kv.ts'
import { bornAt } from '#server/storage/record-id.ts'
import { makeClaim } from '#server/submissions/claim.ts'
import { collectionsOf } from '#server/submissions/offered.ts'
import { uniqueAnswerHash } from '#server/submissions/unique-answer.ts'
import { wrongSegments } from './check-index.ts'

/**
 * Counts the whole store again and compares it with everything that is derived from the records:
 * counts, the index, claims, and what a crash can leave behind. With `fix`, derived keys are rebuilt
 * from the records alone and leftovers are swept; records themselves are never touched.
 */

/** What was found, in words, and the keys where it was found. */
type Finding = { what: string; keys: string[] }

/** Signed keys and sessions are long over after this. */
const DAY_MS = 24 * 60 * 60 * 1_000

const isOld = (id: string) => Date.now() - bornAt(id) > DAY_MS

/** Everything that is not as the records say; empty in a store that is whole. */
export async function checkStore({ fix }: { fix: boolean }): Promise<Finding[]> {
  const listed = (await Promise.all(forms.map(collectionsOf))).flat()
  const all = listed.flatMap((one) => [one, heldIn(one)])
  const found = [
    ...(await Promise.all(all.map((one) => checkCollection(one, fix)))).flat(),
    await checkClaims(listed, fix),
    await sweepExpired('nonce', fix),
    await sweepExpired('session', fix),
    await sweepExpired('window', fix),
  ]
  return found.filter(({ keys }) => keys.length > 0)
}

async function checkCollection(collection: Collection, fix: boolean): Promise<Finding[]> {
  const { name } = collection
  const { files, added, removed } = await idsIn(collection)
  const leftovers = [...added].filter((id) => removed.has(id)).map((id) => recordKey(name, id))
  // A file comes before its record, so a young one may still get it.
  const isOrphan = (id: string) => !added.has(id) && (removed.has(id) || isOld(id))
  const orphans = [...files].filter((id) => isOrphan(id)).map((id) => fileKey(name, id))
  if (fix) await Promise.all([...leftovers, ...orphans].map(kv.remove))
  const truth = added.size - leftovers.length
  const total = await collections.total(collection)
  if (fix && total !== truth) await kv.remove(`counts/${name}`)
  const segments = await wrongSegments(collection)
  // The next search makes them again.
  if (fix) await Promise.all(segments.map(kv.remove))
  return [
    { what: 'removed, but not erased yet', keys: leftovers },
    { what: 'without a record', keys: orphans },
    { what: `counts ${total} where ${truth} are`, keys: total === truth ? [] : [`counts/${name}`] },
    { what: 'of the index not as the records are', keys: segments },
  ]
}

async function idsIn({ name }: Collection) {
  // In this order: what is stored or removed in between shows as stored or removed.
  const files = new Set(await idsBelow(fileKey(name, '')))
  const added = new Set(await idsBelow(recordKey(name, '')))
  return { files, added, removed: new Set(await idsBelow(goneKey(name, ''))) }
}

/** Every record has its claims. A claim without a record is no fault: its next retry takes it over. */
async function checkClaims(listed: readonly Collection[], fix: boolean): Promise<Finding> {
  const known = new Set(await kv.list('claim/'))
  const missing: string[] = []
  for (const collection of listed) {
    for (const from of [collection, heldIn(collection)]) {
      for (const id of await idsBelow(recordKey(from.name, ''))) {
        const [record] = await collections.readAll(from, [id])
        const claims = record ? await claimsOf(record, collection) : []
        const lost = claims.filter(({ hash }) => !known.has(`claim/${hash}`))
        if (lost.length > 0) missing.push(recordKey(from.name, id))
        if (fix) await Promise.all(lost.map(({ hash, claim }) => makeClaim(hash, claim)))
      }
    }
  }
  return { what: 'without the claim that makes a retry find it', keys: missing }
}

/** What a record's own words say of its claims: its attempt's, and that on its unique answer. */
async function claimsOf(record: StoredRecord, collection: Collection) {
  const { submission, attempt, digest } = record
  const { id, signals = [] } = submission
  const own = { hash: attempt, claim: { id, digest, signals } }
  const { unique } = collection.form
  if (!unique) return [own]
  const hash = await uniqueAnswerHash(collection, submission[unique])
  return [own, { hash, claim: { id, digest: attempt, signals } }]
}

/** Keys whose last part begins with the moment they are good for, and are good for nothing since. */
async function sweepExpired(kind: string, fix: boolean): Promise<Finding> {
  const keys = await kv.list(`${kind}/`)
  const expired = keys.filter((key) => isOld(key.slice(key.lastIndexOf('/') + 1)))
  if (fix) await Promise.all(expired.map(kv.remove))
  return { what: 'expired', keys: expired }
}
