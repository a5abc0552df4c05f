import { expect, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { add } from '#server/collections/records.ts'
import { remove } from '#server/collections/change.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { listProven } from '#server/storage/sentinel.ts'
import { requestName } from '../../request-name.ts'
import { askRecords, interceptStorage, message, ownPage } from '../studio.ts'
import { requestsOf, signIn, useStudio } from '../studio.ts'
import { askNotifications } from './ask-notifications.ts'
import {
  called,
  clock,
  HOUR,
  keepTelling,
  keepTellingFor,
  mailbox,
  mailed,
  receiver,
  setChannels,
  tellOf,
  useChannels,
} from './telling.ts'

useStudio()
useChannels()

const messages = collectionOf(contact, {})

const admin = async () => ({ ...(await signIn()), ...ownPage })

test('the overview shows the settings, the deliveries and the pending notifications', async () => {
  const headers = await admin()
  await tellOf()
  mailbox.weather = 'busy'
  await tellOf()
  const { body } = await askNotifications('', headers)
  expect(body).toEqual({
    channels: [
      {
        channel: 'mail',
        isSet: true,
        wrong: [],
        deliveredAt: new Date(clock.now).toISOString(),
        failedAt: new Date(clock.now).toISOString(),
        why: 'The mail server refused the sender or all addresses in NOTIFY_TO (451).',
      },
      {
        channel: 'webhook',
        isSet: true,
        wrong: [],
        deliveredAt: new Date(clock.now).toISOString(),
        failedAt: null,
        why: null,
      },
    ],
    owed: 1,
    failed: { total: 0, items: [] },
    files: { limitMib: 500, refusedAt: null },
    build: null,
    check: null,
  })
})

test('a failed notification is listed with its reason, and one or all can be sent again', async () => {
  mailbox.weather = 'refusing'
  const ids = []
  for (let i = 0; i < 3; i++) ids.push((await tellOf()).id)
  await keepTellingFor(75 * HOUR, HOUR)
  const headers = await admin()
  const { body } = await askNotifications('', headers)
  const why = 'The mail server refused the sender or all addresses in NOTIFY_TO (550).'
  expect(body).toMatchObject({ owed: 0, failed: { total: 3 } })
  const { items } = body['failed'] as { items: { id: string; why: object }[] }
  expect(items.map((one) => one.id).sort()).toEqual([...ids].sort())
  expect(items[0]).toMatchObject({
    collection: 'contact-submissions',
    why: { mail: why },
    isTold: true,
  })

  const path = `contact-submissions/${ids[0]}`
  const recordOf = async () =>
    (await (await askRecords(path, { headers })).json()) as { told: object }
  expect((await recordOf()).told).toMatchObject({ mail: { why }, webhook: {} })
  mailbox.weather = 'up'
  const one = { collection: 'contact-submissions', id: ids[0] }
  expect(await askNotifications('send-again', headers, one)).toMatchObject({
    status: 200,
    body: { sent: 1 },
  })
  expect(mailed()).toEqual([ids[0]])
  expect((await recordOf()).told).toMatchObject({
    mail: { toldAt: new Date(clock.now).toISOString() },
  })
  // A delivered notification is not sent a second time.
  await askNotifications('send-again', headers, one)
  expect(mailed()).toEqual([ids[0]])

  expect(await askNotifications('send-again', headers, {})).toMatchObject({
    body: { sent: 2, left: 0 },
  })
  await keepTelling()
  expect(mailed().sort()).toEqual([...ids].sort())
  expect(called()).toHaveLength(3)
  expect(await listProven('failed/')).toEqual([])
})

test('a deleted record leaves the list of failed notifications', async () => {
  mailbox.weather = 'refusing'
  const { id } = await tellOf()
  await keepTellingFor(75 * HOUR, HOUR)
  expect(await kv.list('failed/')).toHaveLength(1)
  const headers = await admin()
  await askRecords(`contact-submissions/${id}`, { method: 'DELETE', headers })
  await keepTelling()
  expect(await listProven('failed/')).toEqual([])
})

test('a record that is deleted while its last try fails is not listed as failed', async () => {
  mailbox.weather = 'down'
  setChannels({ webhook: false })
  const { id } = await tellOf({ name: 'Leaving' })
  let isDone = false
  const putBack = interceptStorage((storage) => async (input, init) => {
    if (requestName(input, init).startsWith('put failed') && !isDone) {
      isDone = true
      await remove(messages, id)
    }
    return storage(input, init)
  })
  await keepTellingFor(80 * HOUR, HOUR)
  putBack()
  expect(isDone).toBe(true)
  expect((await kv.list('failed/')).filter((key) => key.includes(id))).toEqual([])
})

test('sending again clears a failed notification of a channel that is no longer set', async () => {
  mailbox.weather = 'refusing'
  await tellOf()
  await keepTellingFor(75 * HOUR, HOUR)
  setChannels({ mail: false })
  const headers = await admin()
  expect(await askNotifications('send-again', headers, {})).toMatchObject({
    body: { sent: 0, left: 0 },
  })
  expect((await askNotifications('', headers)).body).toMatchObject({
    owed: 0,
    failed: { total: 0 },
  })
  expect(await askNotifications('send-again', headers, {})).toMatchObject({
    body: { sent: 0, left: 0 },
  })
})

test('each call sends a limited number again until none is left', async () => {
  const headers = await admin()
  setChannels({ mail: false })
  for (let i = 0; i < 30; i++) {
    const id = newId()
    await add(messages, {
      submission: { ...message, subject: 'Other', id, createdAt: '' },
      attempt: id,
      digest: '',
    })
    await kv.put(`failed/${messages.name}/${id}`, null)
    await kv.put(`told/${messages.name}/${id}`, {
      mail: { failedAt: '2026-01-31', why: 'It was down.' },
      webhook: { toldAt: '2026-01-31' },
    })
  }
  const left: unknown[] = []
  for (let i = 0; i < 3; i++) {
    const asked = await requestsOf(async () => {
      left.push((await askNotifications('send-again', headers, {})).body['left'])
    })
    expect(asked).toBeLessThanOrEqual(200)
  }
  expect(left).toEqual([17, 4, 0])
  expect(await listProven('failed/')).toEqual([])
})

test('a removed record is not counted as failed, also among many others', async () => {
  mailbox.weather = 'refusing'
  const { id } = await tellOf()
  await keepTellingFor(75 * HOUR, HOUR)
  for (let i = 0; i < 50; i++) await kv.put(`failed/career-applications/${newId()}`, null)
  await remove(messages, id)
  await keepTelling()
  const failed = await listProven('failed/')
  expect(failed.filter((key) => key.endsWith(id))).toEqual([])
})

test('a test message goes through every channel and reports the result', async () => {
  const headers = await admin()
  expect(await askNotifications('test', headers)).toEqual({
    status: 200,
    body: { channels: { mail: { ok: true }, webhook: { ok: true } } },
  })
  expect(mailbox.received[0]?.subject).toBe('Test notification')
  expect(receiver.received[0]?.event.type).toBe('notifications.test')
  mailbox.weather = 'down'
  receiver.weather = 'broken'
  const { body } = await askNotifications('test', headers)
  expect(body).toEqual({
    channels: {
      mail: { ok: false, why: 'The mail server ended the connection.' },
      webhook: { ok: false, why: 'The webhook answered 500.' },
    },
  })
})

test('wrong settings are named, and no answer or log contains a secret', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const info = vi.spyOn(console, 'info')
  vi.stubEnv('SMTP_URL', 'smtp:/team:hush-hush@mail.example')
  vi.stubEnv('NOTIFY_WEBHOOK_SECRET', 'whsec_hush-hush')
  const headers = await admin()
  await tellOf()
  const answers = [await askNotifications('', headers), await askNotifications('test', headers)]
  expect(JSON.stringify(answers)).toContain('SMTP_URL: write')
  expect(JSON.stringify(answers)).toContain('NOTIFY_WEBHOOK_SECRET: write')
  const logged = JSON.stringify([...log.mock.calls, ...info.mock.calls])
  expect(logged).toContain('SMTP_URL')
  expect(JSON.stringify([answers, logged])).not.toMatch(/hush|ada@|Ada Love|studio\.test/)
})

test('the overview says that nothing is set, and only the admin can see it', async () => {
  setChannels({ mail: false, webhook: false })
  const headers = await admin()
  const { body } = await askNotifications('', headers)
  expect(body).toMatchObject({ channels: [{ isSet: false }, { isSet: false }], owed: 0 })
  for (const act of ['', 'test', 'send-again']) {
    expect((await askNotifications(act, ownPage, act ? {} : undefined)).status).toBe(401)
  }
  const unknown = { collection: 'contact-submissions', id: '8204589699999-71d0c93c9b07' }
  expect((await askNotifications('send-again', headers, unknown)).status).toBe(404)
  expect(
    (await askNotifications('send-again', headers, { collection: 'constructor' })).status,
  ).toBe(404)
})
