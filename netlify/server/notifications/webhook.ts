import { Webhook } from 'standardwebhooks'
import type { Notice } from './notice.ts'
import { isCertificateFault, type Outcome } from './outcome.ts'
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
  const limit = AbortSignal.timeout(limits.webhookMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: limit,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': new Webhook(secret).sign(id, now, body),
      },
      body,
    })
    // The body is not needed.
    void response.body?.cancel().catch(() => undefined)
    if (response.ok) return { ok: true }
    return { ok: false, why: `The webhook answered ${response.status}.` }
  } catch (error) {
    if (limit.aborted) return { ok: false, why: 'The webhook gave no answer in time.' }
    const { code = '' } = ((error as Error).cause ?? {}) as { code?: string }
    const fault = isCertificateFault(code)
      ? '’s certificate can’t be trusted'
      : ' could not be reached'
    // The code alone, such as "ECONNREFUSED": a message may hold an address.
    return { ok: false, why: `The webhook${fault}${code && ` (${code})`}.` }
  }
}
