import { beforeEach } from 'vitest'
import { contact } from '#forms/contact.ts'
import type { Answers } from '#forms/submission.ts'
import { waitlist } from '#forms/waitlist.ts'
import { collectionOf, type Collection } from '#server/collections/collection.ts'
import { attemptStatus, storeSubmission } from '#server/submissions/store-submission.ts'
import { keyOfAnswer } from '#server/submissions/unique-answer.ts'

/** Sends submissions as the forms function does after its checks. */

export const messages: Collection = collectionOf(contact, {})
export const calmist: Collection = collectionOf(waitlist, { projectSlug: 'calmist' })

/** A new address and a new attempt for each test. */
export const mine = { email: '', attempt: '' }
let tests = 0
beforeEach(() => {
  mine.email = `visitor${++tests}@example.com`
  mine.attempt = `attempt${tests}`
})

const answersIn = ({ form }: Collection) =>
  (form === contact
    ? { name: 'Ada', email: mine.email, message: 'Hello.' }
    : { email: mine.email, source: 'landing', projectSlug: 'calmist' }) as unknown as Answers

/** Sends the answers of this test's visitor; another `who` uses another attempt. */
export async function sendTo(collection: Collection, signals: string[] = [], who = '') {
  const attempt = mine.attempt + who
  const prior = await attemptStatus(collection, attempt)
  const received = { answers: answersIn(collection), digest: 'digest', signals }
  return storeSubmission(collection, attempt, prior, received)
}

/** Sends the same answers, but with an attempt status from before another request sent them. */
export const sendUnseen = (collection: Collection) =>
  storeSubmission(collection, mine.attempt, null, {
    answers: answersIn(collection),
    digest: 'digest',
    signals: [],
  })

/** The claim of the visitor's address. */
export const addressClaim = () => keyOfAnswer(calmist.name, mine.email)
