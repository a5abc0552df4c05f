import { expect, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import { limits } from '#server/notifications/settings.ts'
import { deliveryStatusesOf } from '#server/notifications/overview.ts'
import * as kv from '#server/storage/kv.ts'
import { isSentinel } from '#server/storage/sentinel.ts'
import { message, useStudio } from '../studio.ts'
import { MAIL_WEATHER } from './stand-in-mailbox.ts'
import { WEBHOOK_WEATHER } from './stand-in-webhook.ts'
import {
  called,
  clock,
  HOUR,
  keepTelling,
  keepTellingFor,
  mailbox,
  mailed,
  MINUTE,
  PATIENT,
  receiver,
  setChannels,
  submit,
  tellOf,
  useChannels,
} from './telling.ts'

useStudio()
useChannels()

/** A channel that hangs ends soon. The other one has its time, on a busy machine too. */
const SHORT = { mail: { mailMs: 5_000 }, webhook: { webhookMs: 5_000 } }
const isQuick = (weather: string) => !['hanging', 'answer lost', 'cut short'].includes(weather)

/** The stored reason of a failed try. */
const whyIn = async (id: string, channel: 'mail' | 'webhook') => {
  const status = (await deliveryStatusesOf({ name: 'contact-submissions', id }))[channel]
  return status && 'why' in status ? status.why : status
}

const MAIL_WORDS: Record<string, string> = {
  down: 'The mail server ended the connection.',
  hanging: 'The mail server took too long.',
  busy: 'The mail server refused the sender or all addresses in NOTIFY_TO (451).',
  refusing: 'The mail server refused the sender or all addresses in NOTIFY_TO (550).',
}

test.each(MAIL_WEATHER)(
  'after a mail server that is %s every notification arrives',
  async (weather) => {
    mailbox.weather = weather
    Object.assign(limits, isQuick(weather) ? PATIENT : SHORT.mail)
    const sent = await submit(contact, message)
    expect(sent.status).toBe(201)
    await sent.told
    Object.assign(limits, PATIENT)
    // The other channel is not affected.
    expect(called()).toEqual([sent.id])
    const isTold = ['up', 'slow'].includes(weather)
    expect(await kv.list('pending/')).toHaveLength(isTold ? 0 : 1)
    if (!isTold) {
      const why = await whyIn(sent.id, 'mail')
      expect(why).toMatch(/^The (mail|connection)/)
      if (MAIL_WORDS[weather]) expect(why).toBe(MAIL_WORDS[weather])
    }
    mailbox.weather = 'up'
    await keepTellingFor(5 * MINUTE)
    // After a lost answer the mail goes twice with the same Message-ID.
    expect(mailed()).toEqual(weather === 'answer lost' ? [sent.id, sent.id] : [sent.id])
    await keepTellingFor(4 * HOUR, HOUR)
    expect(mailed()).toHaveLength(weather === 'answer lost' ? 2 : 1)
    expect(called()).toEqual([sent.id])
    expect(await kv.list('pending/')).toEqual([])
  },
)

const WEBHOOK_WORDS: Record<string, string> = {
  hanging: 'The webhook gave no answer in time.',
  refusing: 'The webhook answered 410.',
  broken: 'The webhook answered 500.',
  elsewhere: 'The webhook answered 307.',
}

test.each(WEBHOOK_WEATHER)(
  'after a receiver that is %s every notification arrives',
  async (weather) => {
    receiver.weather = weather
    Object.assign(limits, isQuick(weather) ? PATIENT : SHORT.webhook)
    const sent = await submit(contact, message)
    expect(sent.status).toBe(201)
    await sent.told
    Object.assign(limits, PATIENT)
    expect(mailed()).toEqual([sent.id])
    const isTold = ['up', 'slow'].includes(weather)
    if (!isTold) expect(await whyIn(sent.id, 'webhook')).toMatch(/^The webhook/)
    if (WEBHOOK_WORDS[weather]) {
      expect(await whyIn(sent.id, 'webhook')).toBe(WEBHOOK_WORDS[weather])
    }
    receiver.weather = 'up'
    await keepTellingFor(5 * MINUTE)
    expect(called()).toEqual(weather === 'answer lost' ? [sent.id, sent.id] : [sent.id])
    // Every try sends the same body.
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    expect(mailed()).toEqual([sent.id])
    expect(await kv.list('pending/')).toEqual([])
  },
)

test('a redirect of the webhook is not followed', async () => {
  receiver.weather = 'elsewhere'
  const knocks = receiver.knocks
  await tellOf()
  expect(receiver.knocks).toBe(knocks + 1)
})

test('the visitor gets an answer before two hanging channels time out', async () => {
  mailbox.weather = 'hanging'
  receiver.weather = 'hanging'
  Object.assign(limits, SHORT.mail, SHORT.webhook)
  const order: string[] = []
  const sent = await submit(contact, message)
  order.push('answered')
  await sent.told.then(() => order.push('given up'))
  expect(order).toEqual(['answered', 'given up'])
  expect(sent.status).toBe(201)
  Object.assign(limits, PATIENT)
})

test('a notification is tried at once, soon, and then for three days before it fails', async () => {
  setChannels({ mail: false })
  receiver.weather = 'broken'
  const { id } = await tellOf()
  const { now } = clock
  const tries: number[] = [0]
  let { knocks } = receiver
  while (clock.now < now + 80 * HOUR) {
    clock.now += 5 * MINUTE
    await keepTelling()
    if (receiver.knocks > knocks) tries.push((clock.now - now) / MINUTE)
    knocks = receiver.knocks
  }
  const hours = [2, 5, 10, 20, 30, 40, 50, 60, 70]
  expect(tries).toEqual([0, 5, 30, ...hours.map((hour) => hour * 60)])
  expect(await kv.list('pending/')).toEqual([])
  expect(await kv.list('failed/')).toEqual([`failed/contact-submissions/${id}`])
  expect(await whyIn(id, 'webhook')).toBe('The webhook answered 500.')
})

test('wrong settings lose no submission, and the notification goes after they are corrected', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubEnv('SMTP_URL', 'smtp:/nonsense')
  const { status, id } = await tellOf()
  expect(status).toBe(201)
  expect(await whyIn(id, 'mail')).toBe('SMTP_URL is not set correctly.')
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('SMTP_URL: write smtps://'))
  expect(called()).toEqual([id])
  setChannels()
  await keepTellingFor(5 * MINUTE)
  expect(mailed()).toEqual([id])
})

test('a wrong password is reported, and no key contains it', async () => {
  vi.stubEnv('SMTP_URL', mailbox.url('team:wr0ng-secret@'))
  const { id } = await tellOf()
  expect(await whyIn(id, 'mail')).toBe(
    'The mail server refused the name or the password in SMTP_URL (535).',
  )
  for (const root of ['notify/', 'pending/', 'channel/']) {
    for (const key of await kv.list(root)) {
      expect(JSON.stringify(await kv.get(key))).not.toMatch(/wr0ng|ada@/i)
    }
  }
})

test('without a channel nothing is pending or stored', async () => {
  setChannels({ mail: false, webhook: false })
  await tellOf()
  await keepTelling()
  for (const root of ['notify/', 'pending/', 'window/mails', 'channel/'])
    expect(await kv.list(root)).toEqual([])
})

test('an address that is refused for now gets the mail later', async () => {
  setChannels({ webhook: false })
  mailbox.greylists = (address) => address.startsWith('lead@')
  await tellOf()
  mailbox.greylists = () => false
  clock.now += 6 * MINUTE
  await keepTelling()
  await keepTellingFor(3 * HOUR)
  const [first, second, ...others] = mailbox.received
  expect(first?.recipients).toEqual(['team@studio.test'])
  expect(second?.recipients.sort()).toEqual(['lead@studio.test', 'team@studio.test'])
  expect([second?.messageId, others]).toEqual([first?.messageId, []])
  expect((await kv.list('pending/')).filter((key) => !isSentinel(key))).toEqual([])
})

test('an address that is refused for ever is tried four times', async () => {
  setChannels({ webhook: false })
  mailbox.greylists = (address) => address.startsWith('lead@')
  const { id } = await tellOf()
  await keepTellingFor(75 * HOUR, HOUR)
  expect(mailed()).toEqual([id, id, id, id])
  const { mail } = await deliveryStatusesOf({ name: contact.collection, id })
  expect(mail).toHaveProperty('toldAt')
})
