import { beforeEach } from 'vitest'
import { contact } from '#forms/contact.ts'
import type { Answers } from '#forms/submission.ts'
import { waitlist } from '#forms/waitlist.ts'
import { collectionOf, type Collection } from '#server/collections/collection.ts'
import { attemptStatus, storeSubmission } from '#server/submissions/store-submission.ts'
import { claimOfAnswer } from '#server/submissions/unique-answer.ts'

/** Submissions, sent as the forms' function sends them once all checks have let them through. */

export const messages: Collection = collectionOf(contact, {})
export const calmist: Collection = collectionOf(waitlist, { projectSlug: 'calmist' })

/** An address that nobody has, and an attempt that nobody made: anew for each test. */
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

/** Sends what this test's visitor answers; another `who` sends it under an attempt of their own. */
export async function sendTo(collection: Collection, signals: string[] = [], who = '') {
  const attempt = mine.attempt + who
  const standing = await attemptStatus(collection, attempt)
  const received = { answers: answersIn(collection), digest: 'digest', signals }
  return storeSubmission(collection, attempt, standing, received)
}

/** The same where somebody else has sent it since it was looked for. */
export const sendUnseen = (collection: Collection) =>
  storeSubmission(collection, mine.attempt, null, {
    answers: answersIn(collection),
    digest: 'digest',
    signals: [],
  })

/** What the visitor's address is claimed under. */
export const addressClaim = () => claimOfAnswer(calmist.name, mine.email)
