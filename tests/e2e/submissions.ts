import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import type { Form } from '#forms/form.ts'
import { waitlist } from '#forms/waitlist.ts'
import { sendForm, type Typed } from '../../scripts/probe/admin.ts'
import { roles } from '../content.ts'
import type { TestSite } from './test-site.ts'

/** Sends submissions of visitors through the real API, without a browser. */

const send = ({ url }: TestSite, form: Form, typed: Typed) => sendForm(url, form, typed)

/** Makes a submission held: only machines fill in this hidden field. */
export const held = { honeypot: 'https://spam.example' }

export const sendMessage = (site: TestSite, answers: { name: string } & Typed) =>
  send(site, contact, {
    email: 'ada@example.com',
    subject: 'General Inquiry',
    message: 'I would like to talk about engines.',
    ...answers,
  })

/** Sends `count` messages in order; the last one is the newest. */
export async function sendMessages(site: TestSite, name: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 1; i <= count; i++) ids.push(await sendMessage(site, { name: `${name} ${i}` }))
  return ids
}

export const joinWaitlist = (site: TestSite, answers: { email: string } & Typed) =>
  send(site, waitlist, { source: 'landing', projectSlug: 'calmist', ...answers })

export const resume = Buffer.from('%PDF-1.4\nA short resume.\n'.repeat(100))

export const apply = (site: TestSite, answers: { fullName: string } & Typed) =>
  send(site, careers, {
    email: 'grace@example.com',
    phone: '+91 98100 12345',
    currentLocation: 'Pune',
    yearsExperience: '7',
    roleSlug: roles[0]?.slug,
    resumeFileName: 'grace.pdf',
    resumeFileType: 'application/pdf',
    resumeFileSize: resume.byteLength,
    resumeFileBase64: resume.toString('base64'),
    ...answers,
  })
