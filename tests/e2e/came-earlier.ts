import { contact } from '#forms/contact.ts'
import type { Form } from '#forms/form.ts'
import { nameField } from '#forms/roles.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { changeState } from '#server/collections/change.ts'
import { add } from '#server/collections/records.ts'
import { newId } from '#server/storage/record-id.ts'
import { makeClaim } from '#server/submissions/claim.ts'
import { openStore } from '../../scripts/site/open-store.ts'
import type { TestSite } from './test-site.ts'

const HOUR_MS = 60 * 60 * 1_000

let times = 0

/**
 * Hours, longer with every call: what came then is due before all that other tests of this site
 * have left.
 */
export const longAgo = () => 24 * 1_000 + 400 * ++times

type Earlier = { name: string; hoursAgo: number; isSeen?: boolean; form?: Form; message?: string }

/**
 * Adds messages from some hours ago, because a test can't wait until a reply is overdue. It writes
 * to the store of the running site; the site takes the time of a message from its id.
 */
export async function cameEarlier(site: TestSite, messages: readonly Earlier[]): Promise<void> {
  const close = await openStore(site.dataDir)
  for (const { name, hoursAgo, isSeen, form = contact, ...own } of messages) {
    const collection = collectionOf(form, {})
    const at = Date.now() - hoursAgo * HOUR_MS
    const id = newId(at)
    const createdAt = new Date(at).toISOString()
    const answers = { email: 'late@example.com', message: 'I am still waiting.', ...own }
    const submission = {
      id,
      createdAt,
      [nameField(form) ?? '']: name,
      subject: 'General Inquiry' as const,
      ...answers,
    }
    // A record without its claim would be a fault to the check of the store.
    const claim = { attempt: id, digest: id }
    const { name: list } = collection
    await makeClaim({ hash: id, name: list }, { id, name: list, ...claim, signals: [] })
    await add(collection, { submission, ...claim })
    if (isSeen) await changeState(collection, id, () => ({ seenAt: createdAt }))
  }
  await close()
}
