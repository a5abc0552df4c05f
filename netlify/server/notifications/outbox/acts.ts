import { listMembers } from '#server/staff/members.ts'
import { afterAnswer } from '#server/storage/request-context.ts'
import * as kv from '#server/storage/kv.ts'
import { mailAct, type MailedAct } from '../mail/people-mail.ts'
import { notifySettings } from '../settings.ts'
import {
  afterTry,
  deliveriesIn,
  isOver,
  leased,
  newMarker,
  refAt,
  sinceOf,
} from './notification.ts'
import type { Deliveries, RecordRef } from './notification.ts'

/**
 * Mails to the studio's people, in the outbox of records: pending/act-<act>/<id of the log's entry>.
 * The marker itself has the state of the mail, and nothing else is kept: the log has the act.
 */

const PREFIX = 'act-'

export const isAct = ({ name }: RecordRef): boolean => name.startsWith(PREFIX)

/** Queues the mail about an act in the log. The first try is made after the answer. */
export async function tellPeople(act: MailedAct, id: string): Promise<void> {
  if (!notifySettings().mail || (await listMembers()).length === 0) return
  const marker = newMarker({ name: PREFIX + act, id })
  afterAnswer(marker, () => deliverAct(marker))
  await kv.create(marker, null)
}

/** Tries the mail if it is due. Without its marker it was mailed, or given up, by another process. */
export async function deliverAct(marker: string): Promise<void> {
  const change = (to: (now: Deliveries) => Deliveries | null) =>
    kv.change(marker, (value) =>
      value === undefined ? null : to(deliveriesIn(value, { at: sinceOf([marker]) })),
    )
  const mine = await change((now) => leased(now, 'mail'))
  if (!mine) return
  const { name, id } = refAt(marker)
  // Only tellPeople makes such a name.
  const outcome = await mailAct(name.slice(PREFIX.length) as MailedAct, id)
  const done = afterTry(mine, 'mail', mine, outcome)
  if (done && isOver(done.mail)) await kv.remove(marker)
  else await change((now) => afterTry(now, 'mail', mine, outcome))
}
