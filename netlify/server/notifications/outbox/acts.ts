import { notifyKey } from '#server/collections/keys.ts'
import { listMembers } from '#server/staff/members.ts'
import { afterAnswer } from '#server/storage/request-context.ts'
import * as kv from '#server/storage/kv.ts'
import { mailAct, type MailedAct } from '../mail/people-mail.ts'
import { notifySettings } from '../settings.ts'
import { afterTry, changeDeliveries, isOver, leased } from './notification.ts'
import { newMarker, removeAll, sinceOf, type Pending, type RecordRef } from './notification.ts'

/** Mails to the studio's people, in the outbox of records: pending/act-<act>/<id of the log's entry>. */

const PREFIX = 'act-'

export const isAct = ({ name }: RecordRef): boolean => name.startsWith(PREFIX)

/** Queues the mail about an act in the log. The first try is made after the answer. */
export async function tellPeople(act: MailedAct, id: string): Promise<void> {
  if (!notifySettings().mail || (await listMembers()).length === 0) return
  const ref = { name: PREFIX + act, id }
  const marker = newMarker(ref)
  const pending = { ref, markers: [marker], now: { at: sinceOf([marker]) } }
  afterAnswer(marker, () => deliverAct(pending))
  await kv.create(marker, null)
}

/** Tries the mail if it is due. After the last try nothing is left of it: the log has the act. */
export async function deliverAct({ ref, markers, now }: Pending): Promise<void> {
  const mine = await changeDeliveries(ref, now, (found) => leased(found, 'mail'))
  if (!mine) return
  // Only tellPeople makes such a name.
  const outcome = await mailAct(ref.name.slice(PREFIX.length) as MailedAct, ref.id)
  const done = await changeDeliveries(ref, mine, (it) => afterTry(it, 'mail', mine, outcome))
  if (done && isOver(done.mail)) await removeAll([...markers, notifyKey(ref.name, ref.id)])
}
