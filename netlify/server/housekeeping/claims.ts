import pMap from 'p-map'
import type { Collection, StoredRecord } from '#server/collections/collection.ts'
import { goneKey, recordKey } from '#server/collections/keys.ts'
import type { Submission } from '#forms/submission.ts'
import * as kv from '#server/storage/kv.ts'
import { bornAt } from '#server/storage/record-id.ts'
import type { Claim } from '#server/submissions/claim.ts'
import { uniqueAnswerHash } from '#server/submissions/unique-answer.ts'

/** Claims are swept part by part, by the first digits of their hashes. */
export const CLAIM_PARTS = 4_096

/** An attempt that has not come to its record by then is not tried again. */
const DANGLING_AFTER_MS = 24 * 60 * 60 * 1_000
const CLAIMS_AT_ONCE = 8

/** Removes the claims of a part that lead to nothing: neither a record nor a removal. How many. */
export async function sweepClaims(
  part: number,
  collections: readonly Collection[],
): Promise<number> {
  const digits = part.toString(16).padStart((CLAIM_PARTS - 1).toString(16).length, '0')
  const keys = await kv.list(`claim/${digits}`)
  const swept = await pMap(
    keys,
    async (key) => {
      const { id } = ((await kv.get(key))?.value ?? {}) as Partial<Claim>
      if (!id || Date.now() - bornAt(id) < DANGLING_AFTER_MS) return 0
      const traces = collections.flatMap(({ name }) => [
        recordKey(name, id),
        recordKey(name, id, true),
        goneKey(name, id),
      ])
      const found = await Promise.all(traces.map(kv.get))
      if (found.some((one) => one !== null)) return 0
      await kv.remove(key)
      return 1
    },
    { concurrency: CLAIMS_AT_ONCE },
  )
  return swept.reduce<number>((sum, one) => sum + one, 0)
}

/** What a record's own words say of its claims: its attempt's, and that on its unique answer. */
export async function claimsOf(record: StoredRecord, collection: Collection) {
  const { submission, attempt, digest } = record
  const { id, signals = [] } = submission as Submission
  const own = { hash: attempt, claim: { id, digest, signals } }
  const { unique } = collection.form
  if (!unique) return [own]
  const hash = await uniqueAnswerHash(collection.name, submission[unique])
  return [own, { hash, claim: { id, digest: attempt, signals } }]
}
