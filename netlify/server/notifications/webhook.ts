import { Webhook } from 'standardwebhooks'
import { limits } from './limits.ts'
import type { Outcome } from './outcome.ts'
import type { Notice } from './notice.ts'
import type { WebhookSettings } from './settings.ts'
import { isCertificateFault } from './tls-fault.ts'

/** Tells another program of a submission, as Standard Webhooks says; every try sends the same body. */
export const callWebhook = (settings: WebhookSettings | undefined, notice: Notice) =>
  post(settings, notice.id, {
    type: 'submission.created',
    timestamp: notice.createdAt,
    data: {
      collection: notice.form.collection,
      id: notice.id,
      reference: notice.reference,
      createdAt: notice.createdAt,
      dueAt: notice.dueAt,
      url: notice.url,
      answers: notice.answers,
    },
  })

/** Tells it that this is a test. */
export const testWebhook = (settings: WebhookSettings | undefined, id: string, at: string) =>
  post(settings, id, { type: 'notifications.test', timestamp: at, data: {} })

async function post(
  settings: WebhookSettings | undefined,
  id: string,
  event: object,
): Promise<Outcome> {
  if (!settings) return { ok: false, why: 'The webhook is not set.' }
  const { url, secret } = settings
  const body = JSON.stringify(event)
  const now = new Date(Date.now())
  const limit = AbortSignal.timeout(limits.webhookMs)
  try {
    const answer = await fetch(url, {
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
    // What else it has to say interests nobody.
    void answer.body?.cancel().catch(() => undefined)
    if (answer.ok) return { ok: true }
    return { ok: false, why: `The webhook answered ${answer.status}.` }
  } catch (error) {
    if (limit.aborted) return { ok: false, why: 'The webhook gave no answer in time.' }
    const code = codeOf(error)
    const fault = isCertificateFault(code)
      ? '’s certificate can’t be trusted'
      : ' could not be reached'
    return { ok: false, why: `The webhook${fault}${code === '' ? '' : ` (${code})`}.` }
  }
}

/** Such as "ECONNREFUSED": a message may hold an address. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
