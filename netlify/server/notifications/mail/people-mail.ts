import { randomUUID } from 'node:crypto'
import { momentInWords } from '#promises/moment-in-words.ts'
import { readStudio } from '#server/content/studio.ts'
import { afterAnswer } from '#server/storage/budget.ts'
import { listMembers, type Member } from '#server/staff/members.ts'
import { mailOut } from '../channels.ts'
import { adminUrl } from '../notice.ts'
import { notifySettings } from '../settings.ts'
import type { Mail } from './send-mail.ts'

/** Mails to the studio's people about what was done in their name. */

const SUBJECTS = {
  'new device': 'Sign-in from a new device',
  emergency: 'Signed in with the emergency password',
  'backed up': 'A backup was made',
  restored: 'A backup was restored',
} as const

/** Mails every person after the answer, if mail is set. */
export function tellPeople(who: { name: string }, what: keyof typeof SUBJECTS): void {
  const at = Date.now()
  afterAnswer(`tell people ${what} ${at}`, async () => {
    const people = await listMembers()
    const { timeZone } = await readStudio()
    const text = [
      `${SUBJECTS[what]}: ${who.name}, ${momentInWords(at, timeZone)}.`,
      '',
      'If none of you did this, sign out everywhere and see who has a key:',
      await adminUrl({ tab: 'staff' }),
      '',
    ].join('\n')
    await mailTo(people, { id: `staff-${randomUUID()}`, subject: SUBJECTS[what], text })
  })
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
  return mailTo([member], { id: `invite-${randomUUID()}`, subject, text })
}

async function mailTo(people: readonly Member[], mail: Mail): Promise<boolean> {
  const settings = notifySettings()
  if (!settings.mail || people.length === 0) return false
  const to = people.map(({ email }) => email)
  return (await mailOut(mail, { ...settings, mail: { ...settings.mail, to } })).ok
}
