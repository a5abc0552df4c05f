import { mintedAt } from '#forms/attempt-key.ts'
import type { Form } from '#forms/form.ts'
import { HttpError } from '#server/http/respond.ts'
import { keyedHash } from '#server/storage/site-secret.ts'
import { note } from '#server/storage/sliding-window.ts'

/**
 * Doubts never refuse a person: a submission with doubts is stored as held, and the answer is the
 * ordinary success, so that a bot learns nothing either.
 */

/** Nobody fills a form in less, in milliseconds. */
const QUICKEST = 2_000
/** A key older than this tells nothing of the fill time: the page was left open. */
const LONGEST = 24 * 60 * 60 * 1_000
const FLOOD_SPAN = 10 * 60 * 1_000
const HELD_FLOODS = 3

/** Submissions from one address to one form in ten minutes before doubt begins. */
const floodLimit = () => Number(process.env['FLOOD_LIMIT']) || 20

export type Circumstances = {
  honeypot: unknown
  /** The attempt's key as the browser minted it, if it sent one. */
  key: string | null
  /** The attempt as a hash, for counting. */
  attempt: string
  address: string
}

/** The reasons to hold a submission back, or none; 503 once a flood outgrows what is kept of it. */
export async function doubtsAbout(form: Form, seen: Circumstances): Promise<string[]> {
  const limit = floodLimit()
  const name = `${form.name}/${await keyedHash('address', seen.address)}`
  const { recent } = await note(name, seen.attempt, FLOOD_SPAN)
  if (recent > limit * (1 + HELD_FLOODS)) {
    throw new HttpError(503, form.failure, { headers: { 'retry-after': '600' } })
  }
  return [
    ...(isFilled(seen.honeypot) ? ['honeypot'] : []),
    ...(isTooQuick(seen.key) ? ['quick fill'] : []),
    ...(recent > limit ? ['flood'] : []),
  ]
}

const isFilled = (honeypot: unknown) => typeof honeypot === 'string' && honeypot.trim() !== ''

function isTooQuick(key: string | null): boolean {
  const minted = key ? mintedAt(key) : undefined
  if (minted === undefined) return false
  const took = Date.now() - minted
  // A visitor's clock may be wrong: only a plausible time is judged.
  return took >= 0 && took <= LONGEST && took < QUICKEST
}
