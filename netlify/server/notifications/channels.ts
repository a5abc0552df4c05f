import { randomUUID } from 'node:crypto'
import pMap from 'p-map'
import type { Channel } from '#api/admin-contract.ts'
import { adminUrl } from '#server/content/studio.ts'
import { logFailure } from '#server/http/log.ts'
import { pauseBudget } from '#server/storage/request-context.ts'
import * as kv from '#server/storage/kv.ts'
import { recordMail } from './mail/record-mail.ts'
import { sendMail, tryServer, type Mail } from './mail/send-mail.ts'
import type { Notice } from './notice.ts'
import type { Outcome } from './outbox/tries.ts'
import { notifySettings, type NotifySettings } from './settings.ts'
import { postEvent, submissionCreated, type WebhookEvent } from './webhook.ts'

/** Sends one submission through one channel. */
export const tell = async (channel: Channel, notice: Notice, settings: NotifySettings) =>
  channel === 'mail'
    ? mailOut(await recordMail(notice), settings)
    : callOut(submissionCreated(notice), settings)

export const mailOut = (mail: Mail, settings: NotifySettings): Promise<Outcome> =>
  through('mail', settings, (own) => sendMail(own, mail))

/** A mail to people. That an address of theirs is refused says nothing about the studio's mail. */
export const mailPeople = (mail: Mail, settings: NotifySettings): Promise<Outcome> =>
  through('mail', settings, (own) => sendMail(own, mail), isOfChannel)

const isOfChannel = (outcome: Outcome) =>
  outcome.ok ? outcome.note === undefined : !outcome.isRecipients

const callOut = (event: WebhookEvent, settings: NotifySettings): Promise<Outcome> =>
  through('webhook', settings, (own) => postEvent(own, event))

/** Sends a test through every channel that is set. */
export async function testChannels(): Promise<Partial<Record<Channel, Outcome>>> {
  const settings = notifySettings()
  const id = `test-${randomUUID()}`
  const timestamp = new Date(Date.now()).toISOString()
  const text = `This is a test: the site can send mail. Admin area:\n${await adminUrl()}\n`
  const test = {
    mail: () => mailOut({ id, subject: 'Test notification', text }, settings),
    webhook: () => callOut({ id, type: 'notifications.test', timestamp, data: {} }, settings),
  }
  const outcomes = await pMap(settings.wanted, async (one) => [one, await test[one]()] as const)
  return Object.fromEntries(outcomes)
}

/** Uses a channel if its settings are right, and notes its health if the outcome says anything of it. */
async function through<C extends Channel>(
  channel: C,
  settings: NotifySettings,
  send: (own: NonNullable<NotifySettings[C]>) => Promise<Outcome>,
  saysHealth: (outcome: Outcome) => boolean = () => true,
): Promise<Outcome> {
  const own = settings[channel]
  const wrong = settings.wrong[channel].map((one) => one.split(':')[0])
  const outcome: Outcome = own
    ? await pauseBudget(() => send(own))
    : { ok: false, why: `${wrong.join(', ') || 'The channel'} is not set correctly.` }
  if (saysHealth(outcome)) await noteHealth(channel, outcome)
  return outcome
}

type Health = { deliveredAt: string | null; failedAt: string | null; why: string | null }

const UNKNOWN: Health = { deliveredAt: null, failedAt: null, why: null }
const keyOf = (channel: Channel) => `channel/${channel}`

export const readHealth = async (channel: Channel): Promise<Health> => ({
  ...UNKNOWN,
  // Only noteHealth writes there.
  ...((await kv.get(keyOf(channel)))?.value as Partial<Health> | undefined),
})

/**
 * Why the studio may not hear of a submission: a wrong setting, a last try that failed, or a mail
 * server that does not let the site in.
 */
export async function channelFault(): Promise<string | undefined> {
  const { wanted, wrong, mail } = notifySettings()
  for (const channel of wanted) {
    const { deliveredAt, failedAt, why } = await readHealth(channel)
    const hasFailed = failedAt !== null && failedAt > (deliveredAt ?? '')
    const fault = wrong[channel][0] ?? (hasFailed ? why : null)
    if (fault) return fault
  }
  const outcome = mail && (await pauseBudget(() => tryServer(mail)))
  return outcome?.ok === false ? outcome.why : undefined
}

/** Notes the result of a try for the overview. If noting fails, nothing else is lost. */
async function noteHealth(channel: Channel, outcome: Outcome): Promise<void> {
  const why = outcome.ok ? outcome.note : outcome.why
  // Rounded to the minute, so that a flood causes few writes.
  const now = `${new Date(Date.now()).toISOString().slice(0, 16)}:00.000Z`
  try {
    const before = await readHealth(channel)
    const health = { ...before, ...(outcome.ok && { deliveredAt: now }) }
    if (why !== undefined) Object.assign(health, { failedAt: now, why })
    if (JSON.stringify(health) !== JSON.stringify(before)) await kv.put(keyOf(channel), health)
  } catch (error) {
    logFailure(error)
  }
}
