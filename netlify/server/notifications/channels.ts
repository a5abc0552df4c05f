import { pauseBudget } from '#server/storage/budget.ts'
import { recordMail } from './mail/record-mail.ts'
import { sendMail } from './mail/send-mail.ts'
import { noteHealth } from './health.ts'
import type { Notice } from './notice.ts'
import type { Channel, NotifySettings } from './settings.ts'
import type { Outcome } from './outcome.ts'
import { callWebhook } from './webhook.ts'

/** Tells the studio of one submission through one channel; it throws nothing. */
export const tell = (
  channel: Channel,
  notice: Notice,
  settings: NotifySettings,
): Promise<Outcome> =>
  through(channel, settings, async () =>
    channel === 'mail'
      ? sendMail(settings.mail, await recordMail(notice))
      : callWebhook(settings.webhook, notice),
  )

/** Uses a channel where its settings are right, and notes how it fares. */
export async function through(
  channel: Channel,
  settings: NotifySettings,
  send: () => Promise<Outcome>,
): Promise<Outcome> {
  const wrong = settings.wrong[channel].map((one) => one.split(':')[0])
  const outcome: Outcome = settings[channel]
    ? await pauseBudget(send)
    : { ok: false, why: `${wrong.join(', ') || 'The channel'} is not set right.` }
  await noteHealth(channel, outcome)
  return outcome
}
