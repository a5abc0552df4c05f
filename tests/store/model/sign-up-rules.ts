import { isLeftOut } from './rules.ts'

type Claims = typeof import('#server/submissions/claim.ts')
type Records = typeof import('#server/collections/records.ts')

/** Claims, as they are without a rule. */
export const claimsWithout = (real: Claims): Claims => ({
  ...real,
  async takeOver(hash, etag, claim) {
    if (!isLeftOut('a claim is taken over by compare-and-set')) {
      return real.takeOver(hash, etag, claim)
    }
    const now = await real.findClaim(hash)
    return real.takeOver(hash, now?.etag ?? etag, claim)
  },
})

/** Records, as they are without a rule. */
export const recordsWithout = (real: Records): Records => ({
  ...real,
  add: (collection, record, isNew) =>
    real.add(collection, record, isLeftOut('who adds looks for a removal') ? true : isNew),
})
