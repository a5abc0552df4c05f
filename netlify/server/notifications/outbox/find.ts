import { findNotice, type Notice } from '../notice.ts'
import { HOUR_MS, removeAll, type Pending } from './notification.ts'

/** A record that is absent for this long never comes. */
const ABSENT_MS = 72 * HOUR_MS

/** What a pending record says; null if it is held or gone. The markers of a gone one are removed. */
export async function findPending({ ref, markers, now }: Pending): Promise<Notice | null> {
  const notice = await findNotice(ref)
  if (typeof notice !== 'string') return notice
  if (notice === 'gone' || Date.now() - now.at > ABSENT_MS) await removeAll(markers)
  return null
}
