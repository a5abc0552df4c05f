import { randomUUID } from 'node:crypto'
import type { Context } from '@netlify/functions'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import formsFunction from '#functions/forms.ts'
import type { Form } from '#forms/form.ts'
import { deliverPending } from '#server/notifications/outbox/deliver.ts'
import { limits } from '#server/notifications/settings.ts'
import { forgetAll as forgetMemory } from '#server/storage/remembered.ts'
import * as kv from '#server/storage/kv.ts'
import { message, origin, token } from '../studio.ts'
import { Mailbox } from './stand-in-mailbox.ts'
import { Receiver, secret } from './stand-in-webhook.ts'

/** The functions with real channels: a mail server and a receiver of webhooks. */

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

export const mailbox = new Mailbox()
export const receiver = new Receiver()

/** The time of the functions. It changes only when a test sets it. */
export const clock = { now: Date.UTC(2026, 10, 23, 4, 0) }

/** The limits of the product, which end a try that hangs. */
export const USUAL = { ...limits }
/** A channel that answers is never too late for these, on a busy machine too. */
export const PATIENT: typeof limits = { mailMs: 60_000, webhookMs: 60_000 }

/** Opens both channels for a test file. Before each test they work and are empty. */
export function useChannels() {
  beforeAll(async () => {
    await mailbox.open()
    await receiver.open()
  })
  afterAll(async () => {
    await mailbox.close()
    await receiver.close()
  })
  beforeEach(async () => {
    await forgetAll()
    mailbox.weather = 'up'
    receiver.weather = 'up'
    Object.assign(limits, PATIENT)
    clock.now = Date.UTC(2026, 10, 23, 4, 0)
    vi.spyOn(Date, 'now').mockImplementation(() => clock.now)
    setChannels()
  })
}

/** Sets the environment for both channels, or for one. */
export function setChannels({ mail = true, webhook = true } = {}) {
  vi.stubEnv('URL', 'https://studio.test')
  vi.stubEnv('NOTIFY_TO', mail ? 'team@studio.test, lead@studio.test' : '')
  vi.stubEnv('SMTP_URL', mail ? mailbox.url() : '')
  vi.stubEnv('NOTIFY_WEBHOOK_URL', webhook ? receiver.url : '')
  vi.stubEnv('NOTIFY_WEBHOOK_SECRET', webhook ? secret : '')
}

const ROOTS = [
  'notify/',
  'pending/',
  'failed/',
  'summary',
  'window/',
  'channel/',
  'digest',
  'waiting',
]

/** Empties the outbox and the memory of this instance. */
export async function forgetAll() {
  for (const root of ROOTS) await Promise.all((await kv.list(root)).map(kv.remove))
  forgetMemory()
  mailbox.received.length = 0
  mailbox.receipts.length = 0
  mailbox.order.length = 0
  mailbox.refuses = () => false
  mailbox.greylists = () => false
  receiver.received.length = 0
}

/** Sends a form as a page would. `told` resolves after the later work is done. */
export async function submit(
  form: Form,
  answers: Record<string, unknown>,
  key: string = randomUUID(),
  ip = '203.0.113.7',
) {
  const later: Promise<unknown>[] = []
  const captchaToken = answers['captchaToken'] ?? (await token(form.captchaAction))
  const request = new Request(`${origin}/api/forms/${form.name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ ...answers, captchaToken }),
  })
  // The handler reads only these fields.
  const context = {
    ip,
    params: { form: form.name },
    url: new URL(request.url),
    deploy: { context: 'dev' },
    waitUntil: (work: Promise<unknown>) => void later.push(work),
  } as unknown as Context
  const answer = await formsFunction(request, context)
  const body = (await answer.json()) as { id?: string }
  return { status: answer.status, id: body.id ?? '', told: Promise.all(later) }
}

/** Sends a contact message and waits for the later work. */
export async function tellOf(changes: Record<string, unknown> = {}, key?: string) {
  const { contact } = await import('#forms/contact.ts')
  const sent = await submit(contact, { ...message, ...changes }, key)
  await sent.told
  return sent
}

/** Runs the part of the housekeeping that delivers notifications. */
export const keepTelling = () => deliverPending(() => true)

/** Lets time pass, with a run every five minutes. */
export async function keepTellingFor(ms: number, everyMs = 5 * MINUTE) {
  for (const end = clock.now + ms; clock.now < end;) {
    clock.now += everyMs
    await keepTelling()
  }
}

/** The ids of the records in single mails. Their Message-ID contains the record's id. */
export const mailed = () =>
  mailbox.received.map(({ messageId = '' }) => messageId.replace(/^<|@.*$/g, ''))
export const called = () => receiver.received.map(({ id }) => id)
