import { setTimeout } from 'node:timers/promises'
import pMap from 'p-map'
import { expect, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import { eir } from '#forms/eir.ts'
import { waitlist } from '#forms/waitlist.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { remove } from '#server/collections/change.ts'
import { add } from '#server/collections/records.ts'
import { runHousekeeping } from '#server/housekeeping/run.ts'
import { DUE } from '#server/collections/keys.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { mailOfNoBotCheck } from '#server/notifications/no-bot-check.ts'
import { release } from '#server/submissions/release.ts'
import { requestName } from '../../request-name.ts'
import { answersTo } from '../answers.ts'
import { held, sendNatively } from '../native.ts'
import { interceptStorage, message, useStudio } from '../studio.ts'
import { clock, HOUR, mailbox, MINUTE, receiver, setChannels, useChannels } from './telling.ts'

/** The hour's mail about what came without script. */

useStudio()
useChannels()

const messages = collectionOf(contact, {})

/** Runs the clock for some hours, and asks for planned work in each run, as deletions do. */
async function runFor(hours: number) {
  for (const end = clock.now + hours * HOUR; clock.now < end;) {
    clock.now += 20 * MINUTE
    await kv.put(DUE, { at: 0 })
    await runHousekeeping()
  }
}

const mails = () => mailbox.received.filter(({ subject = '' }) => /waits?, held/.test(subject))

test('one mail an hour says how many wait, without a word of the sender', async () => {
  await sendNatively(contact, message)
  await sendNatively(contact, { ...message, message: 'Another one.' })
  await sendNatively(eir, await answersTo(eir))
  const trapped = { ...message, website: 'https://spam.test', message: 'Buy now.' }
  const body = new URLSearchParams(Object.entries(trapped))
  await sendNatively(contact, {}, { body })
  await runFor(1)
  expect(mails()).toHaveLength(1)
  const [{ subject, text = '' } = {}] = mails()
  expect(subject).toBe('3 messages wait, held')
  expect(text).toContain('2 contact submissions: https://studio.test/admin?tab=contact&held=yes')
  expect(text).toContain('1 EIR')
  expect(text).not.toContain(message.name)
  expect(text).not.toContain(message.email)
  expect(receiver.received).toEqual([])
  expect(await kv.list('waiting/')).toEqual([])

  await sendNatively(waitlist, await answersTo(waitlist))
  await runFor(3)
  expect(mails().map((one) => one.subject)).toEqual([
    '3 messages wait, held',
    '1 message waits, held',
  ])
})

test('what was released or removed is not counted, and nothing else is told', async () => {
  for (const text of ['One', 'Two', 'Three']) {
    await sendNatively(contact, { ...message, message: text })
  }
  const all = await held()
  const idOf = (text: string) => String(all.find((one) => one['message'] === text)?.['id'])
  await release(messages, idOf('Three'))
  await remove(messages, idOf('Two'))
  await runFor(2)
  expect(mails().map((one) => one.subject)).toEqual(['1 message waits, held'])
})

test.each(['waiting', 'rec'])('a message whose %s is first not written is told', async (kind) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const own = { ...message, message: `Without ${kind}` }
  const putBack = interceptStorage(
    (storage) => async (input, init) =>
      requestName(input, init).startsWith(`put ${kind}/`)
        ? new Response(null, { status: 500 })
        : storage(input, init),
  )
  expect((await sendNatively(contact, own)).status).toBe(503)
  putBack()
  expect((await sendNatively(contact, own)).status).toBe(303)
  await runFor(2)
  expect(mails().map(({ subject }) => subject)).toEqual(['1 message waits, held'])
})

test('a message that is sent again after its mail is not counted again', async () => {
  const own = { ...message, message: 'Once' }
  await sendNatively(contact, own)
  await runFor(1)
  expect((await sendNatively(contact, own)).status).toBe(303)
  await sendNatively(contact, { ...message, message: 'Twice' })
  await runFor(3)
  expect(mails().map(({ subject }) => subject)).toEqual(Array(2).fill('1 message waits, held'))
  expect(new Set(mails().map(({ messageId }) => messageId)).size).toBe(2)
})

test('a message whose mark is there before it is told', async () => {
  let isEarly = true
  const putBack = interceptStorage((storage) => async (input, init) => {
    if (isEarly && requestName(input, init).startsWith('put rec/')) {
      isEarly = false
      // The mark is written beside the record.
      while ((await kv.list('waiting/')).length === 0) await setTimeout(5)
      await mailOfNoBotCheck(() => true)
    }
    return storage(input, init)
  })
  expect((await sendNatively(contact, message)).status).toBe(303)
  putBack()
  expect(mails()).toEqual([])
  await runFor(2)
  expect(mails()).toHaveLength(1)
})

test('a mail server that is down gets it an hour later', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await sendNatively(contact, { ...message, message: 'Patience' })
  mailbox.weather = 'down'
  await runFor(1)
  mailbox.weather = 'up'
  await runFor(2)
  expect(mails()).toHaveLength(1)
})

test('where no mail is set, nothing is kept for one', async () => {
  setChannels({ mail: false })
  await sendNatively(contact, { ...message, message: 'Nobody is told' })
  expect(await kv.list('waiting/')).toEqual([])
})

test('a deleted record leaves no mark of its waiting, though no mail is set any more', async () => {
  await sendNatively(contact, { ...message, message: 'To be deleted' })
  expect(await kv.list('waiting/')).toHaveLength(1)
  setChannels({ mail: false })
  const record = (await held()).find((one) => one['message'] === 'To be deleted')
  await remove(messages, String(record?.['id']))
  await runFor(1)
  expect(await kv.list('waiting/')).toEqual([])
})

const waiting = () => kv.list('waiting/')

/** Marks this many records as waiting; without `hasCome` they never come. */
async function addWaiting(count: number, hasCome = true): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, place) => newId(clock.now - place))
  await pMap(ids, (id) => markWaiting(id, hasCome), { concurrency: 50 })
  return ids
}

async function markWaiting(id: string, hasCome: boolean) {
  const createdAt = new Date(clock.now).toISOString()
  const submission = { id, createdAt, ...message, signals: ['no bot check'] }
  if (hasCome) await add(messages, { submission, attempt: id, digest: '' })
  await kv.put(`waiting/${messages.name}/${id}`, null)
}

/** Sends the mail if it is due; returns how many reads of records that took. */
async function readsOfMail(isTime = () => true): Promise<number> {
  let reads = 0
  const putBack = interceptStorage((storage) => (input, init) => {
    if (requestName(input, init).startsWith('get rec/')) reads++
    return storage(input, init)
  })
  await mailOfNoBotCheck(isTime)
  putBack()
  return reads
}

test('of many only those that were changed are read, and a repeat counts none again', async () => {
  const ids = await addWaiting(700)
  await release(messages, ids[0] ?? '')
  expect(await readsOfMail()).toBeLessThan(10)
  expect(await waiting()).toEqual([])
  await addWaiting(1)
  await pMap(ids, (id) => kv.put(`waiting/${messages.name}/${id}`, null), { concurrency: 50 })
  clock.now += HOUR
  expect(await readsOfMail()).toBe(0)
  expect(mails().map(({ subject }) => subject)).toEqual([
    '699 messages wait, held',
    '1 message waits, held',
  ])
  expect(await waiting()).toEqual([])
})

test('many that fail to be mailed stay, and those without time to go are told once', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await addWaiting(600)
  mailbox.weather = 'down'
  await mailOfNoBotCheck(() => true)
  expect(await waiting()).toHaveLength(600)
  mailbox.weather = 'up'
  clock.now += HOUR
  let left = 100
  await mailOfNoBotCheck(() => left-- > 0)
  expect(await waiting()).toHaveLength(500)
  clock.now += HOUR
  await mailOfNoBotCheck(() => true)
  expect(mails().map(({ subject }) => subject)).toEqual(['600 messages wait, held'])
  expect(await waiting()).toEqual([])
})

test('records that never come cost a share of reads, and hold up no other', async () => {
  await addWaiting(600, false)
  await addWaiting(2)
  // A read looks for a record with and without signals.
  expect(await readsOfMail()).toBeLessThanOrEqual(2 * 500)
  expect(mails().map(({ subject }) => subject)).toEqual(['2 messages wait, held'])
  expect(await waiting()).toHaveLength(600)
  for (let hour = 0; hour < 2; hour++) {
    clock.now += 21 * HOUR
    await mailOfNoBotCheck(() => true)
  }
  expect(await waiting()).toEqual([])
})
