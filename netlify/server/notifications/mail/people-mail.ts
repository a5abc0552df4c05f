import { randomUUID } from 'node:crypto'
import { momentInWords } from '#promises/moment-in-words.ts'
import { readStudio } from '#server/content/studio.ts'
import { readEntry } from '#server/audit/log.ts'
import { listMembers, type Member } from '#server/staff/members.ts'
import { mailOut } from '../channels.ts'
import { adminUrl } from '../notice.ts'
import type { Outcome } from '../outbox/notification.ts'
import { notifySettings } from '../settings.ts'
import type { Mail } from './send-mail.ts'

/** Mails to the studio's people about what was done in their name. */

const SUBJECTS = {
  'new-device': 'Sign-in from a new device',
  emergency: 'Signed in with the emergency password',
  backup: 'A backup was made',
  restore: 'A backup was restored',
} as const
export type MailedAct = keyof typeof SUBJECTS

/** Mails an act to every person, by the id of its entry in the log. */
export async function mailAct(act: MailedAct, id: string): Promise<Outcome> {
  const [people, entry] = await Promise.all([listMembers(), readEntry(id)])
  if (people.length === 0 || !entry) return { ok: true }
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

/** Mails the link of an invitation; false if mail is not set or failed. */
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
  return (await mailTo([member], { id: `invite-${randomUUID()}`, subject, text })).ok
}

async function mailTo(people: readonly Member[], mail: Mail): Promise<Outcome> {
  const settings = notifySettings()
  if (!settings.mail) return { ok: false, why: 'Mail is not set.' }
  const to = people.map(({ email }) => email)
  return mailOut(mail, { ...settings, mail: { ...settings.mail, to } })
}
