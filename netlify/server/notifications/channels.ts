import { pauseBudget } from '#server/storage/budget.ts'
import { recordMail } from './mail/record-mail.ts'
import { sendMail, type Mail } from './mail/send-mail.ts'
import { noteHealth } from './health.ts'
import type { Notice } from './notice.ts'
import type { Channel, NotifySettings } from './settings.ts'
import type { Outcome } from './outcome.ts'
import { postEvent, submissionCreated, type WebhookEvent } from './webhook.ts'

/** Tells the studio of one submission through one channel. Nothing here throws. */
export const tell = async (channel: Channel, notice: Notice, settings: NotifySettings) =>
  channel === 'mail'
    ? mailOut(await recordMail(notice), settings)
    : callOut(submissionCreated(notice), settings)

export const mailOut = (mail: Mail, settings: NotifySettings): Promise<Outcome> =>
  through('mail', settings, (own) => sendMail(own, mail))

export const callOut = (event: WebhookEvent, settings: NotifySettings): Promise<Outcome> =>
  through('webhook', settings, (own) => postEvent(own, event))

/** Uses a channel if its settings are right, and notes how it fares. */
async function through<C extends Channel>(
  channel: C,
  settings: NotifySettings,
  send: (own: NonNullable<NotifySettings[C]>) => Promise<Outcome>,
): Promise<Outcome> {
  const own = settings[channel]
  const wrong = settings.wrong[channel].map((one) => one.split(':')[0])
  const outcome: Outcome = own
    ? await pauseBudget(() => send(own))
    : { ok: false, why: `${wrong.join(', ') || 'The channel'} is not set right.` }
  await noteHealth(channel, outcome)
  return outcome
}
