import { readStudio } from '#server/content/studio.ts'
import { adminUrl, type Notice } from '../notice.ts'
import { dayOf, timeOf } from './due-words.ts'
import { senderOf } from './record-mail.ts'
import type { Mail } from './send-mail.ts'

/** How many submissions one mail names. */
export const MOST_NAMED = 50

/** The mail that tells of many submissions at once: the first ones, and how many there are. */
export async function listMail(id: string, named: readonly Notice[], count: number): Promise<Mail> {
  const { timeZone } = await readStudio()
  const lines = named.flatMap((notice) => {
    const moment = Date.parse(notice.createdAt)
    const time = `${dayOf(moment, timeZone)}, ${timeOf(moment, timeZone)}`
    return [`${time}: ${notice.form.noun} from ${senderOf(notice)}`, notice.url, '']
  })
  const others = count - named.length
  const text = [
    `${count} submissions came after this hour’s first mails.`,
    '',
    ...lines,
    ...(others > 0 ? [`… and ${others} more:`, await adminUrl()] : []),
  ]
  return { id, subject: `${count} new submissions`, text: `${text.join('\n').trim()}\n` }
}
