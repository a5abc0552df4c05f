import { Webhook } from 'standardwebhooks'
import { isCertificateFault, post } from '#server/http/network.ts'
import type { Notice } from './notice.ts'
import type { Outcome } from './outbox/tries.ts'
import { limits, type WebhookSettings } from './settings.ts'

/** An event of Standard Webhooks; `id` is the same for every try. */
export type WebhookEvent = { id: string; type: string; timestamp: string; data: object }

export function submissionCreated(notice: Notice): WebhookEvent {
  const { form, id, reference, createdAt, dueAt, url, answers } = notice
  const data = { collection: form.collection, id, reference, createdAt, dueAt, url, answers }
  return { id, type: 'submission.created', timestamp: createdAt, data }
}

export async function postEvent(
  { url, secret }: WebhookSettings,
  { id, ...event }: WebhookEvent,
): Promise<Outcome> {
  const body = JSON.stringify(event)
  const now = new Date(Date.now())
  const fault = await post(url, limits.webhookMs, {
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(id, now, body),
    },
    body,
  })
  if (!fault) return { ok: true }
  const { words, code } = fault
  if (!isCertificateFault(code)) return { ok: false, why: `The webhook ${words}` }
  return { ok: false, why: `The webhook’s certificate can’t be trusted (${code}).` }
}
