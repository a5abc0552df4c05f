import type { Received } from '../../api/notifications/stand-in-mailbox.ts'
import type { Ledger } from './ledger.ts'

/** A lease lasts two minutes. The try itself may take ten seconds of it. */
const LEASE_MS = 110_000

/** Single mails to the studio that should not have come. */
export type MailVerdict = { invented: string[]; twice: string[] }

/**
 * Compares the mails with the answers. The studio is told at least once: a process may die, or
 * storage may fail, between the mail and its note. But nobody tries again before a lease is over.
 */
export function judgeMails(mails: readonly Received[], ledger: Ledger): MailVerdict {
  const verdict: MailVerdict = { invented: [], twice: [] }
  const emails = new Set(ledger.visits.map(({ email }) => email))
  const sentAt = new Map<string, number>()
  for (const { messageId = '', replyTo, date } of mails) {
    const id = messageId.replace(/^<|@.*$/g, '')
    if (/^(summary|digest)-/.test(id)) continue
    const email = replyTo?.value[0]?.address ?? ''
    const life = ledger.lives.find((one) => one.id === id)
    // Without an answer, the record has no life here, but its visit is known.
    const isTold = life ? life.visit.email === email && wasShown(life) : emails.has(email)
    if (!isTold) verdict.invented.push(`${id}: ${ledger.storyOf(email)}`)
    const now = date?.getTime() ?? 0
    if (now - (sentAt.get(id) ?? -Infinity) < LEASE_MS) {
      verdict.twice.push(`${id}: ${ledger.storyOf(email)}`)
    }
    sentAt.set(id, now)
  }
  return verdict
}

/** Held records are told to nobody, unless somebody asked for their release. */
const wasShown = ({ visit, wishes }: Ledger['lives'][number]) =>
  !visit.isHeld || wishes.some(({ asked }) => asked === 'shown')
