import { contact } from '#forms/contact.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { add, changeState } from '#server/collections/records.ts'
import { newId } from '#server/storage/record-id.ts'
import { openStore } from '../../scripts/site/open-store.ts'
import type { TestSite } from './test-site.ts'

const HOUR_MS = 60 * 60 * 1_000

type Earlier = { name: string; hoursAgo: number; isSeen?: boolean }

/**
 * Messages that came so many hours ago: nobody can wait for it that a reply is overdue. They are put
 * into the store beside the running site, which only looks at the time in their ids.
 */
export async function cameEarlier(site: TestSite, messages: readonly Earlier[]): Promise<void> {
  const close = await openStore(site.dataDir)
  const collection = collectionOf(contact, {})
  for (const { name, hoursAgo, isSeen } of messages) {
    const at = Date.now() - hoursAgo * HOUR_MS
    const id = newId(at)
    const createdAt = new Date(at).toISOString()
    const answers = { email: 'late@example.com', message: 'I am still waiting.' }
    const submission = { id, createdAt, name, subject: 'General Inquiry' as const, ...answers }
    await add(collection, { submission, attempt: id, digest: '' })
    if (isSeen) await changeState(collection, id, () => ({ seenAt: createdAt }))
  }
  await close()
}
