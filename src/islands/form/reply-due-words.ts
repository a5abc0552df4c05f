import { due, dueDay, ownTime } from 'words:forms/receipt'
import { dueInWords, replyDueIn } from '../../promises/due-in-words.ts'
import { momentInWords } from '../../promises/moment-in-words.ts'
import { sayWhat } from '../../text/fill-in.ts'

/** When the reply is due by the studio's clock, and by the visitor's if that shows another time. */
export function replyDueWords(header: string): string {
  const reply = replyDueIn(header)
  const words = dueInWords(reply, { due, dueDay })
  const moment = momentInWords(reply.at)
  const isSame = moment === momentInWords(reply.at, reply.timeZone)
  return isSame ? words : `${words} ${sayWhat(ownTime, { moment })}`
}
