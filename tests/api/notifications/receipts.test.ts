import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { eir } from '#forms/eir.ts'
import type { Form } from '#forms/form.ts'
import { investor } from '#forms/investor.ts'
import { waitlist } from '#forms/waitlist.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { remove } from '#server/collections/change.ts'
import { notificationsOverview } from '#server/notifications/overview.ts'
import { enqueueAnew } from '#server/notifications/outbox/queue.ts'
import * as kv from '#server/storage/kv.ts'
import { listProven } from '#server/storage/sentinel.ts'
import { hold, release } from '#server/submissions/release.ts'
import { answersTo } from '../answers.ts'
import { requestName } from '../../request-name.ts'
import { askRecords, askWaitlist, interceptStorage, signIn, useStudio } from '../studio.ts'
import {
  clock,
  HOUR,
  keepTelling,
  keepTellingFor,
  mailbox,
  mailed,
  MINUTE,
  setChannels,
  submit,
  tellOf,
  useChannels,
} from './telling.ts'

useStudio()
useChannels()

const DAY = 24 * HOUR
const messages = collectionOf(contact, {})

beforeEach(() => setChannels({ webhook: false }))

/** An address that had no receipt yet. */
const newAddress = () => `${randomUUID()}@example.com`

const receivers = () => mailbox.receipts.flatMap(({ recipients }) => recipients)

/** Sends valid answers to a form. */
async function send(form: Form, changes: Record<string, unknown> = {}) {
  const sent = await submit(form, { ...(await answersTo(form)), ...changes })
  await sent.told
  return sent
}

/** What the record in the admin area says about its receipt. */
async function said(id: string, form = contact as Form, query = ''): Promise<unknown> {
  const ask = form === waitlist ? askWaitlist : askRecords
  const path = form === waitlist ? `entries/${id}` : `${form.collection}/${id}`
  // Days may have passed since the last sign-in.
  const answer = await ask(`${path}${query}`, { headers: await signIn() })
  return ((await answer.json()) as { receipt: unknown }).receipt
}

test.each([contact, investor, eir, careers])(
  'the sender of a $noun has it in writing, and the record says when',
  async (form) => {
    const email = newAddress()
    const { id } = await send(form, { email })
    expect(receivers()).toEqual([email])
    expect(mailed()).toEqual([id])
    expect(await said(id, form)).toEqual({ sentAt: new Date(clock.now).toISOString() })
    expect(await kv.list('pending/')).toEqual([])
    await keepTellingFor(HOUR, 30 * MINUTE)
    expect(mailbox.receipts).toHaveLength(1)
  },
)

test('a waitlist sends none, and its entry says so', async () => {
  const { id } = await send(waitlist)
  expect(mailed()).toEqual([id])
  expect(mailbox.receipts).toEqual([])
  expect(await said(id, waitlist)).toEqual({ why: 'No receipt: this form sends none.' })
})

test('without mail there is none, and nothing waits for it', async () => {
  setChannels({ mail: false })
  const { id } = await tellOf({ email: newAddress() })
  expect(await said(id)).toEqual({ why: 'No receipt: mail is not set.' })
  expect(await kv.list('pending/')).toEqual([])
})

test('a held submission has its receipt after the release, if the moment has not passed', async () => {
  const email = newAddress()
  const answers = { email, honeypot: 'https://spam.test' }
  const [note, message] = [await send(investor, answers), await tellOf({ ...answers })]
  expect(mailbox.receipts).toEqual([])
  expect(await said(note.id, investor, '?state=held')).toEqual({
    why: 'No receipt yet: it goes after a release.',
  })
  clock.now += DAY
  await release(collectionOf(investor, {}), note.id)
  await release(messages, message.id)
  await keepTelling()
  expect(mailbox.receipts.map(({ messageId }) => messageId)).toEqual([
    expect.stringContaining(`receipt-${note.id}@`),
  ])
  expect(await said(message.id)).toEqual({
    why: 'No receipt. The moment of the promised answer came before it could be sent.',
  })
  // Neither comes again.
  await hold(messages, message.id)
  await release(messages, message.id)
  await enqueueAnew({ name: messages.name, id: message.id })
  await keepTellingFor(DAY, HOUR)
  expect(mailbox.receipts).toHaveLength(1)
  expect(await kv.list('pending/')).toEqual([])
})

test('one address gets one a day, in whatever case it is typed', async () => {
  const email = newAddress()
  await tellOf({ email })
  const again = await tellOf({ email: email.toUpperCase() })
  expect(receivers()).toEqual([email])
  expect(await said(again.id)).toEqual({
    why: 'No receipt. This address gets one receipt in 24 hours.',
  })
  const keys = await kv.list('window/receipt')
  expect(keys.join()).not.toContain('@')
  clock.now += DAY + MINUTE
  await tellOf({ email })
  expect(mailbox.receipts).toHaveLength(2)
  expect(mailed()).toHaveLength(3)
})

test('an hour has room for a limited number, all senders together', async () => {
  vi.stubEnv('RECEIPT_LIMIT', '3')
  const emails = [1, 2, 3, 4].map(newAddress)
  const sent = []
  for (const email of emails) sent.push(await tellOf({ email }))
  expect(receivers()).toEqual(emails.slice(0, 3))
  expect(mailed()).toHaveLength(4)
  expect(await said(sent[3]?.id ?? '')).toEqual({
    why: 'No receipt. The site sends 3 receipts an hour at most.',
  })
  clock.now += HOUR + MINUTE
  // Nothing was sent to this address, so its day is not spent.
  await tellOf({ email: emails[3] })
  expect(receivers()).toEqual(emails)
  vi.stubEnv('RECEIPT_LIMIT', '0')
  await tellOf({ email: newAddress() })
  expect(mailbox.receipts).toHaveLength(4)
})

test('one that was tried keeps its place while others find no room', async () => {
  vi.stubEnv('RECEIPT_LIMIT', '1')
  mailbox.weather = 'busy'
  const [email, late] = [newAddress(), newAddress()]
  await tellOf({ email })
  clock.now += MINUTE
  await tellOf({ email })
  await tellOf({ email: late })
  mailbox.weather = 'up'
  await keepTellingFor(5 * MINUTE)
  expect(receivers()).toEqual([email])
})

test.each(['gone', 'state'])(
  'a read of %s/ that fails just before the receipt takes neither its try nor its place',
  async (root) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const email = newAddress()
    let leases = 0
    let refused = 0
    const putBack = interceptStorage((storage) => (input, init) => {
      const name = requestName(input, init)
      if (name.startsWith('put notify/')) leases++
      // The studio's mail was leased and noted; the next one leases the receipt.
      const isRefused = leases >= 3 && refused < 3 && name.startsWith(`get ${root}/`)
      if (!isRefused) return storage(input, init)
      refused++
      return Promise.resolve(new Response(null, { status: 503 }))
    })
    await tellOf({ email })
    putBack()
    expect(refused).toBe(3)
    expect(receivers()).toEqual([])
    await keepTellingFor(HOUR, 5 * MINUTE)
    expect(receivers()).toEqual([email])
  },
)

test('a store that loses the lease of a receipt sends no second one', async () => {
  let isLost = false
  const putBack = interceptStorage((storage) => async (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : ''
    const isLease = requestName(input, init).startsWith('put notify/')
    if (isLost || !isLease || !body.includes('"receipt":{"tries":0,"leaseAt"'))
      return storage(input, init)
    isLost = true
    return new Response(null, { headers: { etag: '"lost"' } })
  })
  const email = newAddress()
  const { id } = await send(contact, { email })
  putBack()
  expect([isLost, receivers()]).toEqual([true, [email]])
  await keepTellingFor(12 * HOUR, HOUR)
  expect(receivers()).toEqual([email])
  expect(await said(id)).toHaveProperty('sentAt')
})

test('a mail server that is down for three days sends none, and the record says so', async () => {
  mailbox.weather = 'down'
  const { id } = await send(careers)
  expect(await said(id, careers)).toEqual({
    why: 'Receipt not sent yet. The mail server ended the connection.',
  })
  await keepTellingFor(74 * HOUR, HOUR)
  mailbox.weather = 'up'
  await keepTellingFor(DAY, HOUR)
  expect(mailbox.receipts).toEqual([])
  expect(await said(id, careers)).toEqual({
    why: 'No receipt after tries for three days. The mail server ended the connection.',
  })
  expect(await kv.list('pending/')).toEqual([])
  // “Send again” is for the studio’s own mail.
  await enqueueAnew({ name: careers.collection, id })
  await keepTelling()
  expect(mailed()).toEqual([id])
  expect(mailbox.receipts).toEqual([])
})

test('a promised moment that passes first ends the tries', async () => {
  mailbox.weather = 'down'
  const email = newAddress()
  const { id } = await tellOf({ email })
  await keepTellingFor(DAY, HOUR)
  mailbox.weather = 'up'
  await keepTellingFor(8 * HOUR, HOUR)
  expect(mailed()).toEqual([id])
  expect(mailbox.receipts).toEqual([])
  expect(await said(id)).toMatchObject({ why: expect.stringContaining('came before') as string })
  // Its address may have one for another message.
  await tellOf({ email })
  expect(receivers()).toEqual([email])
})

test.each([
  ['answer lost', 1, 'It may have arrived: the mail server took it and did not answer.'],
  ['cut short', 0, 'It may have arrived: the mail server took it and did not answer.'],
  ['refusing', 0, 'The mail server refused it (550).'],
] as const)('a mail server that is %s gets it once', async (weather, count, why) => {
  mailbox.weather = weather
  const { id } = await tellOf({ email: newAddress() })
  await keepTellingFor(2 * DAY, HOUR)
  expect(mailbox.receipts).toHaveLength(count)
  expect(await said(id)).toEqual({ why: `No receipt. ${why}` })
})

test('a mail server that is busy gets it again, and the overview waits for no receipt', async () => {
  const email = newAddress()
  const first = await tellOf({ email: newAddress() })
  mailbox.weather = 'busy'
  await release(messages, first.id)
  const { id } = await tellOf({ email })
  mailbox.weather = 'up'
  // The studio was told by now.
  await kv.change(`notify/${messages.name}/${id}`, (now) => ({
    ...(now as object),
    mail: { tries: 2, deliveredAt: new Date(clock.now).toISOString() },
  }))
  expect(await kv.list('pending/')).toHaveLength(1)
  expect((await notificationsOverview()).owed).toBe(0)
  await keepTellingFor(5 * MINUTE)
  expect(receivers().at(-1)).toBe(email)
  expect(await listProven('pending/')).toEqual([])
})

test('a record that is deleted first has none, and no marker stays', async () => {
  mailbox.weather = 'down'
  const { id } = await tellOf({ email: newAddress() })
  await remove(messages, id)
  mailbox.weather = 'up'
  await keepTellingFor(HOUR)
  expect([...mailbox.receipts, ...(await kv.list('pending/'))]).toEqual([])
})

test('a record that is deleted before its receipt leaves the address its place of the day', async () => {
  mailbox.weather = 'busy'
  const email = newAddress()
  const { id } = await tellOf({ email })
  await remove(messages, id)
  mailbox.weather = 'up'
  await tellOf({ email })
  await keepTellingFor(HOUR, 10 * MINUTE)
  expect(receivers()).toEqual([email])
})

test.each([
  ['held', (id: string) => hold(messages, id)],
  ['deleted', (id: string) => remove(messages, id)],
])('a record that is %s while its receipt is made has none', async (_, act) => {
  let id = ''
  let isDone = false
  const putBack = interceptStorage((storage) => async (input, init) => {
    const [what = '', , last = ''] = requestName(input, init).split('/')
    if (what === 'put rec') id = last
    // The receipt's try has read the record, and notes its place.
    if (requestName(input, init).startsWith('put window/receipts/') && !isDone) {
      isDone = true
      await act(id)
    }
    return storage(input, init)
  })
  const email = newAddress()
  await tellOf({ email })
  putBack()
  await keepTellingFor(HOUR, 10 * MINUTE)
  expect({ isDone, receivers: receivers() }).toEqual({ isDone: true, receivers: [] })
  // Another message has the place.
  await tellOf({ email })
  expect(receivers()).toEqual([email])
})

test('the studio’s mail goes first, and a receipt that fails is no fault of its channel', async () => {
  const { id } = await tellOf({ email: newAddress() })
  expect(mailbox.order).toEqual(
    [`<${id}@`, `<receipt-${id}@`].map((one) => expect.stringContaining(one) as string),
  )
  mailbox.refuses = (address) => address.endsWith('@example.com')
  await tellOf({ email: newAddress() })
  const [mail] = (await notificationsOverview()).channels
  expect(mail).toMatchObject({ failedAt: null, why: null })
})
