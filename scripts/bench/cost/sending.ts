import { randomUUID } from 'node:crypto'
import { contact } from '#forms/contact.ts'
import { asChoice, type Form } from '#forms/form.ts'
import { forms } from '#forms/index.ts'
import { sendsReceipts } from '#server/notifications/mail/receipt-mail.ts'
import { withOpenChoices, waitlistProjects } from '#server/content/offered.ts'
import { solvedToken } from '../stage/site.ts'
import type { Calls } from './calls.ts'
import { nothing, sum, times, type Use } from './credits.ts'

const SENT = 10
/** Fewer than twenty an hour, so that each has a mail of its own. */
const EVERY_MS = 5 * 60 * 1_000
/** A conversation with a mail server, which the function waits for after its answer. */
export const MAIL_SECONDS = 1
/** Base64 of it is a third larger. Netlify counts what the site sends, not what it receives. */
const RESUME_BYTES = 1_000_000

let visitors = 0

/** A submission of a form by a visitor of its own, whose visit started an instance. */
export async function submissionOf(calls: Calls, form: Form, startSeconds: number): Promise<Use> {
  calls.take()
  for (let i = 0; i < SENT; i++) {
    calls.pass(EVERY_MS)
    await calls.send(`/api/forms/challenge?action=${form.captchaAction}`)
    const sent = await sendOne(calls, form, `2001:db8:${(++visitors).toString(16)}::1`)
    if (sent.status !== 201) throw new Error(`${form.name}: ${sent.status} ${await sent.text()}`)
  }
  // The studio's mail, and the sender's receipt after it.
  const mails = (await sendsReceipts(form)) ? 2 : 1
  const rest = { ...nothing, seconds: (startSeconds + mails * MAIL_SECONDS) * SENT }
  return times(sum([calls.take(), rest]), 1 / SENT)
}

/** Sends a form with its own bot check, as a page does. */
async function sendOne(calls: Calls, form: Form, address: string): Promise<Response> {
  const body = await calls.aside(async () => ({
    ...(await answersTo(form)),
    captchaToken: await solvedToken(form),
  }))
  const path = `/api/forms/${form.name}`
  return calls.send(path, { method: 'POST', body, address, key: randomUUID() })
}

/** Answers for the fields of all forms. A field with options gets its first one. */
async function answersTo(form: Form): Promise<Record<string, unknown>> {
  const resume = Buffer.alloc(RESUME_BYTES, '%PDF-1.7\n')
  const answers: Record<string, unknown> = {
    name: 'Ada Lovelace',
    fullName: 'Ada Lovelace',
    email: `${randomUUID()}@example.com`,
    message: 'I would like to talk about engines. '.repeat(10),
    phone: '+91 98765 43210',
    currentLocation: 'Gurugram',
    yearsExperience: '12',
    source: 'landing',
    projectSlug: (await waitlistProjects())[0]?.slug,
  }
  const fields = Object.entries((await withOpenChoices(form)).fields)
  for (const [name, { control, options = [] }] of fields) {
    const [first] = options
    if (first !== undefined) {
      const { value } = asChoice(first)
      answers[name] = control === 'several' ? [value] : value
    }
    if (control === 'file') {
      answers[`${name}Name`] = 'ada.pdf'
      answers[`${name}Type`] = 'application/pdf'
      answers[`${name}Size`] = resume.byteLength
      answers[`${name}Base64`] = resume.toString('base64')
    }
  }
  return answers
}

const MINUTES_A_DAY = 24 * 60
const ADDRESS = '198.51.100.7'
/** `rateLimit` of forms.ts: beyond it Netlify answers without a function. */
const SENT_A_MINUTE = 300
/** Of each form in ten minutes: as many as FLOOD_LIMIT, and three times as many held ones. */
const WINDOW = { minutes: 10, stored: 80 }
/** `rateLimit` of admin-session.ts, and the refused tries of one address in a quarter of an hour. */
const TRIED_A_MINUTE = 120
const TRIES = { minutes: 15, checked: 10 }
/** Of the many refused calls that are all alike, so many are made. */
const SAMPLE = 20

/**
 * A day in which one address sends every form, each time with a solved bot check, and tries
 * passwords, both at the most that Netlify lets through. It runs the first window of one form and of
 * the sign-in, and a sample of what is refused in it.
 */
export async function floodDay(calls: Calls): Promise<Use> {
  calls.take()
  const [stored, unstored] = await eachOf(calls, WINDOW.stored, () =>
    sendOne(calls, contact, ADDRESS),
  )
  const body = { email: 'nobody@example.com', password: 'nothing' }
  const [checked, unchecked] = await eachOf(calls, TRIES.checked, () =>
    calls.send('/api/admin/login', { method: 'POST', body, address: ADDRESS }),
  )
  const allStored = WINDOW.stored * forms.length
  const window = [
    times(stored, allStored),
    times(unstored, SENT_A_MINUTE * WINDOW.minutes - allStored),
  ]
  const tries = [
    times(checked, TRIES.checked),
    times(unchecked, TRIED_A_MINUTE * TRIES.minutes - TRIES.checked),
  ]
  return sum([
    times(sum(window), MINUTES_A_DAY / WINDOW.minutes),
    times(sum(tries), MINUTES_A_DAY / TRIES.minutes),
  ])
}

/** What one of the first calls uses, and one of those that are refused after them. */
async function eachOf(calls: Calls, first: number, act: () => Promise<Response>) {
  for (let i = 0; i < first; i++) await act()
  const admitted = times(calls.take(), 1 / first)
  for (let i = 0; i < SAMPLE; i++) {
    const { status } = await act()
    if (status < 429) throw new Error(`A call beyond the limit was answered ${status}.`)
  }
  return [admitted, times(calls.take(), 1 / SAMPLE)] as const
}
