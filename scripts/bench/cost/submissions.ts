import { randomUUID } from 'node:crypto'
import { asChoice, type Form } from '#forms/form.ts'
import { sendsReceipts } from '#server/content/receipt.ts'
import { asOffered, waitlistProjects } from '#server/submissions/offered.ts'
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
export async function sendOne(calls: Calls, form: Form, address: string): Promise<Response> {
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
  const fields = Object.entries((await asOffered(form)).fields)
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
