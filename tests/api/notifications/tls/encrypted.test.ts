import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { notificationsOverview, deliveryStatusesOf } from '#server/notifications/overview.ts'
import * as kv from '#server/storage/kv.ts'
import { studio } from '../../../content.ts'
import { message, useStudio } from '../../studio.ts'
import { Mailbox } from '../stand-in-mailbox.ts'
import { Receiver } from '../stand-in-webhook.ts'
import { keepTellingFor, MINUTE, setChannels, tellOf, useChannels } from '../telling.ts'
import { CERTIFICATE, leadNamesHere, trustCertificate } from './certificate.ts'
import { MiddleMan, type Mischief } from './middle-man.ts'

useStudio()
useChannels()

const HOST = 'mail.studio.test'
const LOGIN = 'team:right@'
const mailboxes = {
  'smtps:// (TLS at once)': new Mailbox({ ...CERTIFICATE, secure: true }),
  'smtp:// (STARTTLS)': new Mailbox({ ...CERTIFICATE, secure: false }),
}
const all = Object.entries(mailboxes)
const starting = mailboxes['smtp:// (STARTTLS)']
const secured = new Receiver(CERTIFICATE)

beforeAll(async () => {
  await Promise.all([...Object.values(mailboxes), secured].map((one) => one.open()))
})
afterAll(async () => {
  await Promise.all([...Object.values(mailboxes), secured].map((one) => one.close()))
})
beforeEach(() => {
  leadNamesHere()
  setChannels({ mail: false, webhook: false })
  vi.stubEnv('NOTIFY_TO', 'team@studio.test')
  for (const { received, receipts } of Object.values(mailboxes)) {
    received.length = 0
    receipts.length = 0
  }
})

/** The reason of a failed delivery, which the record and the overview must both show. */
async function whyShown(id: string, channel: 'mail' | 'webhook') {
  const status = (await deliveryStatusesOf({ name: 'contact-submissions', id }))[channel]
  const { channels } = await notificationsOverview()
  const why = channels.find((one) => one.channel === channel)?.why
  expect(status).toMatchObject({ why })
  return why
}

test.each(all)('a mail goes encrypted over %s', async (_, mailbox) => {
  trustCertificate()
  vi.stubEnv('SMTP_URL', mailbox.url(LOGIN, HOST))
  vi.stubEnv('NOTIFY_FROM', 'robot@mailer.test')
  await tellOf()
  expect(mailbox.received).toMatchObject([{ isEncrypted: true, recipients: ['team@studio.test'] }])
  // The receipt, whose bounce comes to the studio.
  const { email } = studio
  const receipt = { isEncrypted: true, recipients: [message.email], bouncesTo: email }
  expect(mailbox.receipts).toMatchObject([{ ...receipt, replyTo: { text: email } }])
  expect(await kv.list('pending/')).toEqual([])
})

test.each(all)(
  'an untrusted certificate is refused over %s until it is trusted',
  async (_, mailbox) => {
    vi.stubEnv('SMTP_URL', mailbox.url(LOGIN, HOST))
    const { id, status } = await tellOf()
    expect(status).toBe(201)
    expect(mailbox.received).toEqual([])
    expect(await whyShown(id, 'mail')).toBe(
      'The mail server’s certificate can’t be trusted (DEPTH_ZERO_SELF_SIGNED_CERT).',
    )
    trustCertificate()
    await keepTellingFor(5 * MINUTE)
    expect(mailbox.received).toHaveLength(1)
  },
)

test.each(all)('a certificate of another server is refused over %s', async (_, mailbox) => {
  trustCertificate()
  vi.stubEnv('SMTP_URL', mailbox.url(LOGIN, 'mail.elsewhere.test'))
  const { id } = await tellOf()
  expect(mailbox.received).toEqual([])
  expect(await whyShown(id, 'mail')).toBe(
    'The mail server’s certificate can’t be trusted (ERR_TLS_CERT_ALTNAME_INVALID).',
  )
})

async function someoneBetween(mischief: Mischief) {
  const man = new MiddleMan(mischief, Number(new URL(starting.url()).port))
  onTestFinished(() => man.close())
  vi.stubEnv('SMTP_URL', `smtp://${LOGIN}${HOST}:${await man.open()}`)
  return man
}

test('a man in the middle who hides STARTTLS reads nothing', async () => {
  trustCertificate()
  const man = await someoneBetween('hides STARTTLS')
  await tellOf()
  expect(starting.received).toMatchObject([{ isEncrypted: true }])
  expect(man.heard).toMatch(/^EHLO \S+\r\nSTARTTLS\r\n/)
  expect(man.heard).not.toMatch(/AUTH|MAIL FROM|team|Ada/)
})

test('a man in the middle who refuses STARTTLS gets neither password nor mail', async () => {
  trustCertificate()
  const man = await someoneBetween('refuses STARTTLS')
  const { id } = await tellOf()
  await keepTellingFor(30 * MINUTE)
  expect(starting.received).toEqual([])
  expect(await whyShown(id, 'mail')).toBe('The mail server offers no TLS (502).')
  expect(man.heard.replaceAll(/EHLO \S+\r\n|STARTTLS\r\n|QUIT\r\n/g, '')).toBe('')
})

test('smtps:// on a STARTTLS port gives an error with the right ports', async () => {
  trustCertificate()
  vi.stubEnv('SMTP_URL', starting.url(LOGIN, HOST).replace('smtp:', 'smtps:'))
  const { id } = await tellOf()
  expect(starting.received).toEqual([])
  expect(await whyShown(id, 'mail')).toMatch(
    /^The mail server did not start TLS \(ERR_SSL_\w+\)\. Use smtps:\/\/ with port 465, or smtp:\/\/ with port 587\.$/,
  )
})

test('a webhook’s certificate must be trusted', async () => {
  vi.stubEnv('NOTIFY_TO', '')
  setChannels({ mail: false })
  vi.stubEnv('NOTIFY_WEBHOOK_URL', secured.url)
  const { id, status } = await tellOf()
  expect(status).toBe(201)
  expect(secured.knocks).toBe(0)
  expect(await whyShown(id, 'webhook')).toBe(
    'The webhook’s certificate can’t be trusted (DEPTH_ZERO_SELF_SIGNED_CERT).',
  )
  trustCertificate()
  await keepTellingFor(5 * MINUTE)
  expect(secured.received.map((one) => one.id)).toEqual([id])
})
