import { dueInWords } from '#promises/due-in-words.ts'
import { receiptWords } from '#server/content/receipt.ts'
import { replyDueOf } from '#server/content/studio.ts'
import { createdAtOf } from '#server/storage/record-id.ts'
import { siteUrl, type Notice } from '../notice.ts'
import type { Mail } from './send-mail.ts'

/**
 * Confirms a submission to its sender. Anybody can type anybody's address, so it holds no word that
 * was typed, and no link but the privacy policy's.
 */
export async function receiptMail({ form, id, reference }: Notice, to: string): Promise<Mail> {
  const link = `${await siteUrl()}/privacy-policy`
  const words = await receiptWords(form, { reference, link })
  const due = await replyDueOf(form, createdAtOf(id))
  const lines = [
    words.received,
    ...(due ? [dueInWords(due, words)] : []),
    words.reference,
    '',
    words.erase,
    '',
    words.policy,
  ]
  return {
    id: `receipt-${id}`,
    subject: words.subject,
    text: `${lines.join('\n')}\n`,
    receiptTo: to,
  }
}
