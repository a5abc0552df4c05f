import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { momentInWords } from '#promises/moment-in-words.ts'
import { readEntry } from '#server/audit/log.ts'
import { refAt, type RecordRef } from '#server/collections/keys.ts'
import { adminUrl, readStudio } from '#server/content/studio.ts'
import { listMembers, type Member } from '#server/staff/members.ts'
import { afterAnswer, timeLeft } from '#server/storage/request-context.ts'
import * as kv from '#server/storage/kv.ts'
import { mailPeople } from '../channels.ts'
import {
  afterTry,
  deliveriesIn,
  isOver,
  leased,
  newMarker,
  sinceOf,
  type Deliveries,
  type Outcome,
} from '../outbox/tries.ts'
import { notifySettings } from '../settings.ts'
import type { Mail } from './send-mail.ts'

/** Mails to the studio's people about what was done in their name. */

const SUBJECTS = {
  'new-device': 'Sign-in from a new device',
  emergency: 'Signed in with the emergency password',
  backup: 'A backup was made',
  restore: 'A backup was restored',
} as const
type MailedAct = keyof typeof SUBJECTS

/**
 * A mail about an act waits in the outbox of records: pending/act-<act>/<id of the log's entry>. The
 * marker itself has the state of the mail, and nothing else is kept: the log has the act.
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

/** Queues it for a command on the machine of the store: the site that runs there mails it. */
export const queueAct = (act: MailedAct, id: string) =>
  kv.create(newMarker({ name: PREFIX + act, id }), null)

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

/** Mails an act to every person, by the id of its entry in the log. */
async function mailAct(act: MailedAct, id: string): Promise<Outcome> {
  const [people, entry] = await Promise.all([listMembers(), readEntry(id)])
  if (people.length === 0) return { ok: true }
  // The entry was written first, so the store has forgotten it.
  if (!entry) return { ok: false, why: 'The log does not have the act.' }
  const { timeZone } = await readStudio()
  const subject = SUBJECTS[act]
  const text = [
    `${subject}: ${entry.who.name}, ${momentInWords(Date.parse(entry.at), timeZone)}.`,
    '',
    'Did none of you do this? Sign out everywhere, and look at the list of keys:',
    await adminUrl({ tab: 'staff' }),
    '',
  ].join('\n')
  return mailTo(people, { id: `${act}-${id}`, subject, text })
}

/** How long an answer waits for its mail after the time for storage is over; each has 8.5 s. */
const SPARE_MS = 2_000

/** Mails the link of an invitation; false if mail is not set, failed, or takes too long. */
export async function mailInvite(member: Member, link: string): Promise<boolean> {
  const { name } = await readStudio()
  const text = [
    `${member.invitedBy} invites you to the admin area of ${name}.`,
    '',
    'Open this link within 24 hours, on the device that shall hold your passkey. It works once.',
    link,
    '',
  ].join('\n')
  const subject = `Your sign-in for ${name}`
  const sent = mailTo([member], { id: `invite-${randomUUID()}`, subject, text })
  return Promise.race([sent.then(({ ok }) => ok), setTimeout(timeLeft() + SPARE_MS, false)])
}

async function mailTo(people: readonly Member[], mail: Mail): Promise<Outcome> {
  const settings = notifySettings()
  if (!settings.mail) return { ok: false, why: 'Mail is not set.' }
  const to = people.map(({ email }) => email)
  return mailPeople(mail, { ...settings, mail: { ...settings.mail, to } })
}
