import pMap from 'p-map'
import { expect, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { add } from '#server/collections/records.ts'
import { remove, changeState } from '#server/collections/change.ts'
import { deliverPending } from '#server/notifications/outbox/deliver.ts'
import { enqueueAnew } from '#server/notifications/outbox/queue.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf, newId } from '#server/storage/record-id.ts'
import { requestName } from '../../request-name.ts'
import { runs } from '../../runs.ts'
import { dieAt, interceptStorage, requestsOf, useStudio } from '../studio.ts'
import { anotherInstance } from './another-instance.ts'
import {
  clock,
  HOUR,
  keepTelling,
  keepTellingFor,
  mailbox,
  mailed,
  MINUTE,
  setChannels,
  tellOf,
  useChannels,
} from './telling.ts'

useStudio()
useChannels()

const messages = collectionOf(contact, {})

/** Adds and queues this number of records directly, without a form. */
const addMany = (count: number) =>
  pMap(
    Array.from({ length: count }, (_, place) => place),
    async (place) => {
      const id = newId(clock.now - place)
      const createdAt = new Date(createdAtOf(id)).toISOString()
      const submission = {
        id,
        createdAt,
        name: `Ada ${place}`,
        email: 'ada@engine.test',
        subject: 'Other',
        message: 'x',
      } as const
      await add(messages, { submission, attempt: id, digest: '' })
      await enqueueAnew({ name: messages.name, id })
      return id
    },
    { concurrency: 50 },
  )

const subjects = () => mailbox.received.map(({ subject }) => subject)
const summaries = () =>
  mailbox.received.filter(({ subject }) => (subject ?? '').endsWith(' new submissions'))

test('twenty mails go alone, and one summary follows an hour after the first further record', async () => {
  setChannels({ webhook: false })
  const ids = []
  for (let i = 0; i < 23; i++) ids.push((await tellOf({ name: `Ada ${i}` })).id)
  expect(mailed()).toEqual(ids.slice(0, 20))
  clock.now += 30 * MINUTE
  for (let i = 23; i < 25; i++) ids.push((await tellOf({ name: `Ada ${i}` })).id)
  await keepTellingFor(25 * MINUTE)
  const single = ids.slice(0, 20)
  expect(mailed()).toEqual(single)
  await keepTellingFor(10 * MINUTE)
  expect(mailbox.received).toHaveLength(21)
  const [mail] = summaries()
  expect(mail?.subject).toBe('5 new submissions')
  for (const [place, id] of ids.entries()) {
    expect(mail?.text?.includes(`record=${id}`), `${place}`).toBe(!single.includes(id))
  }
  expect(mail?.text).toContain('Mon 23 Nov, 09:30: contact submission from Ada 20')
  expect(await kv.list('pending/')).toEqual([])
  expect((await kv.get('summary'))?.value).toEqual({})

  // The next hour has room for single mails again.
  const { id } = await tellOf()
  expect(mailed().at(-1)).toBe(id)
  await keepTellingFor(3 * HOUR, 20 * MINUTE)
  expect(mailbox.received).toHaveLength(22)
})

test('a summary lists fifty records, counts the rest and skips removed and held ones', async () => {
  setChannels({ webhook: false })
  const ids = await addMany(90)
  await keepTelling()
  expect(mailed()).toHaveLength(20)
  const left = ids.filter((id) => !mailed().includes(id))
  await remove(messages, left[0] ?? '')
  await changeState(messages, left[1] ?? '', () => ({ isHeld: true }))
  await keepTellingFor(65 * MINUTE)
  const [mail] = summaries()
  expect(mail?.subject).toBe('68 new submissions')
  expect(mail?.text?.match(/record=/g)).toHaveLength(50)
  expect(mail?.text).toContain('… and 18 more:')
  expect(mail?.text).not.toContain(left[0])
  expect(mail?.text).not.toContain(left[1])

  // The held record is reported after its release.
  await changeState(messages, left[1] ?? '', () => ({ isHeld: false }))
  await enqueueAnew({ name: messages.name, id: left[1] ?? '' })
  await keepTelling()
  expect(mailed().at(-1)).toBe(left[1])
  expect(await kv.list('pending/')).toEqual([])
})

test('a single waiting record comes as its own mail', async () => {
  setChannels({ webhook: false })
  for (let i = 0; i < 21; i++) await tellOf()
  await keepTellingFor(70 * MINUTE)
  expect(new Set(subjects())).toEqual(new Set(['New contact submission from Ada Lovelace']))
  expect(mailbox.received).toHaveLength(21)
})

test('after an outage the studio gets one mail, not hundreds', async () => {
  setChannels({ webhook: false })
  mailbox.weather = 'down'
  await addMany(60)
  await keepTellingFor(4 * HOUR, 10 * MINUTE)
  expect(mailbox.received).toEqual([])
  mailbox.weather = 'up'
  await keepTellingFor(8 * HOUR, 10 * MINUTE)
  expect(mailbox.received.length).toBeLessThan(25)
  expect(await kv.list('pending/')).toEqual([])
  expect(await kv.list('failed/')).toEqual([])
})

test('a crash at any step of a summary loses no record, and two parallel runs send one', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const other = await anotherInstance()
  async function flood() {
    setChannels({ webhook: false })
    const ids = await addMany(24)
    await keepTelling()
    clock.now += 61 * MINUTE
    return ids
  }
  await flood()
  const steps = await requestsOf(keepTelling)
  await keepTellingFor(3 * HOUR, 30 * MINUTE)
  for (let step = 1; step <= steps; step += Math.ceil(steps / runs(10, steps))) {
    mailbox.received.length = 0
    const ids = await flood()
    const revive = dieAt(step, step % 2 === 0)
    await keepTelling().catch(() => undefined)
    try {
      revive()
    } catch {
      // The run ended before this step.
    }
    clock.now += 5 * MINUTE
    await Promise.all([keepTelling(), other(), keepTelling()])
    await keepTellingFor(3 * HOUR, 30 * MINUTE)
    const texts = mailbox.received.map(({ text, messageId }) => `${text} ${messageId}`).join()
    for (const id of ids) expect(texts, `killed at ${step}`).toContain(id)
    expect(summaries().length, `killed at ${step}`).toBeLessThanOrEqual(2)
    expect(new Set(summaries().map(({ messageId }) => messageId)).size).toBe(1)
    expect(new Set(mailed()).size).toBe(21)
    expect(await kv.list('pending/')).toEqual([])
    expect((await kv.get('summary'))?.value).toEqual({})
  }
})

test('a summary that another run has made is noted for all its records', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  setChannels({ webhook: false })
  let hasWritten = false
  const other = await anotherInstance((request) => {
    if (hasWritten) return false
    hasWritten = request === 'put summary'
    return true
  })
  await addMany(23)
  await keepTelling()
  clock.now += HOUR + MINUTE
  let late = ''
  const putBack = interceptStorage((storage) => async (input, init) => {
    if (late === '' && requestName(input, init) === 'get summary') {
      // It comes after the list of this run. The other run lists it, and dies.
      late = 'coming'
      late = String((await addMany(1))[0])
      await other().catch(() => undefined)
    }
    return storage(input, init)
  })
  await keepTelling()
  putBack()
  expect(hasWritten).toBe(true)
  await keepTellingFor(2 * HOUR, 30 * MINUTE)
  const told = mailbox.received.filter(({ text = '', messageId = '' }) =>
    `${text} ${messageId}`.includes(late),
  )
  expect(told.map(({ subject }) => subject)).toEqual(['4 new submissions'])
})

test('a record that is sent again while its summary fails is reported', async () => {
  setChannels({ webhook: false })
  mailbox.weather = 'refusing'
  const ids = await addMany(24)
  await keepTellingFor(76 * HOUR, 30 * MINUTE)
  const failed = await kv.list('failed/')
  expect(failed).toHaveLength(24)
  // The process died before it stored all results.
  const [id = ''] = ids
  const mail = { tries: 12, why: 'x', failedAt: new Date(clock.now).toISOString() }
  await kv.put('summary', { at: clock.now, mail, refs: [{ name: messages.name, id }] })
  mailbox.weather = 'up'
  clock.now += MINUTE
  await enqueueAnew({ name: messages.name, id })
  await keepTellingFor(2 * HOUR)
  expect(mailed()).toEqual([id])
  expect(await kv.list('failed/')).toHaveLength(23)
})

test('a record that is removed while its summary is noted keeps no notes', async () => {
  setChannels({ webhook: false })
  const ids = await addMany(60)
  await keepTelling()
  clock.now += 61 * MINUTE
  let left = 5
  await deliverPending(() => left-- > 0)
  expect(summaries()).toHaveLength(1)
  for (const id of ids) await remove(messages, id)
  await keepTellingFor(HOUR, 5 * MINUTE)
  expect((await kv.get('summary'))?.value).toEqual({})
  expect([...(await kv.list('notify/')), ...(await kv.list('pending/'))]).toEqual([])
})

test('several runs store the results of a long summary', async () => {
  setChannels({ webhook: false })
  await addMany(100)
  await keepTelling()
  clock.now += 61 * MINUTE
  for (let run = 0; run < 3; run++) {
    let left = 30
    await deliverPending(() => left-- > 0)
    clock.now += 5 * MINUTE
  }
  await keepTelling()
  expect(summaries().map(({ subject }) => subject)).toEqual(['80 new submissions'])
  expect(await kv.list('pending/')).toEqual([])
  expect((await kv.get('summary'))?.value).toEqual({})
})
