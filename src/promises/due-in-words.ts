import { sayWhat } from '../text/fill-in.ts'
import { endedDay, momentInWords } from './moment-in-words.ts'

/** When the sender of a form hears from the studio. */
export type ReplyDue = {
  /** In milliseconds since 1970. */
  at: number
  /** The studio's, such as Asia/Kolkata. */
  timeZone: string
  /** Its short name at that moment: "IST". */
  zone: string
}

/** "2026-11-24T08:40:00.000Z Asia/Kolkata IST" */
export const replyDueHeader = ({ at, timeZone, zone }: ReplyDue): string =>
  `${new Date(at).toISOString()} ${timeZone} ${zone}`

export function replyDueIn(header: string): ReplyDue {
  const [at = '', timeZone = '', zone = ''] = header.split(' ')
  return { at: Date.parse(at), timeZone, zone }
}

/** The sentences of content/forms/receipt.yaml. */
type Words = { due: string; dueDay: string }

/** "You hear from us by Tue 24 Nov, 14:10 IST.", or "… by the end of Wed 25 Nov IST." */
export function dueInWords({ at, timeZone, zone }: ReplyDue, { due, dueDay }: Words): string {
  const day = endedDay(at, timeZone)
  return day === undefined
    ? sayWhat(due, { moment: `${momentInWords(at, timeZone)} ${zone}` })
    : sayWhat(dueDay, { day: `${day} ${zone}` })
}
