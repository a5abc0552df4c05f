import fc from 'fast-check'
import pMap from 'p-map'
import { expect, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { add } from '#server/collections/records.ts'
import { limits } from '#server/notifications/settings.ts'
import { deliverPending } from '#server/notifications/outbox/deliver.ts'
import { enqueue } from '#server/notifications/outbox/queue.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf, newId } from '#server/storage/record-id.ts'
import { runs } from '../../runs.ts'
import { dieAt, useStudio } from '../studio.ts'
import { MAIL_WEATHER } from './stand-in-mailbox.ts'
import { WEBHOOK_WEATHER } from './stand-in-webhook.ts'
import {
  called,
  clock,
  HOUR,
  mailbox,
  MINUTE,
  receiver,
  setChannels,
  useChannels,
} from './telling.ts'

useStudio({ isTimed: true })
useChannels()

const SUBMISSIONS = runs(200, 10_000)
/** Submissions between two runs of the housekeeping. */
const A_TIME = runs(10, 200)
/** Time limit of a run of the housekeeping. */
const RUN_MS = runs(500, 1_500)
const messages = collectionOf(contact, {})

async function come(email = 'ada@engine.test'): Promise<string> {
  const id = newId(clock.now)
  const createdAt = new Date(createdAtOf(id)).toISOString()
  const person = { name: 'Ada', email, subject: 'Other', message: 'x' } as const
  const submission = { id, createdAt, ...person }
  await Promise.all([
    add(messages, { submission, attempt: id, digest: '' }, true),
    enqueue({ name: messages.name, id }),
  ])
  return id
}

function keepTelling(): Promise<void> {
  const end = performance.now() + RUN_MS
  return deliverPending(() => performance.now() < end)
}

test('of thousands of submissions during outages each one is reported', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const usual = { ...limits }
  const [step] = fc.sample(
    fc.array(
      fc.record({
        mail: fc.constantFrom(...MAIL_WEATHER),
        webhook: fc.constantFrom(...WEBHOOK_WEATHER),
        dies: fc.option(fc.integer({ min: 1, max: 400 }), { freq: 3 }),
        minutes: fc.constantFrom(5, 5, 30, 60),
      }),
      { minLength: SUBMISSIONS / A_TIME, maxLength: SUBMISSIONS / A_TIME },
    ),
    1,
  )
  const sent: string[] = []
  for (const { mail, webhook, dies, minutes } of step ?? []) {
    Object.assign(limits, { mailMs: 250, webhookMs: 250 })
    mailbox.weather = mail
    receiver.weather = webhook
    sent.push(...(await pMap(Array.from({ length: A_TIME }), () => come(), { concurrency: 50 })))
    const revive = dies === null ? undefined : dieAt(dies, dies % 2 === 0)
    await keepTelling().catch(() => undefined)
    try {
      revive?.()
    } catch {
      // The work ended before this step.
    }
    clock.now += minutes * MINUTE
  }
  Object.assign(limits, usual)
  mailbox.weather = 'up'
  receiver.weather = 'up'
  for (let i = 0; i < 40 || ((await kv.list('pending/')).length > 0 && i < 200); i++) {
    clock.now += 120 * MINUTE
    await keepTelling()
  }
  const mails = mailbox.received.map(({ text = '', messageId, subject }) => ({
    ids: [...text.matchAll(/record=(\S+)/g)].map(([, id = '']) => id),
    count: Number(/^(\d+) new submissions$/.exec(subject ?? '')?.[1] ?? 1),
    messageId,
  }))
  const webhooks = called()
  const toldBy = new Set(webhooks)
  // A summary names only its first fifty records, so the store gives the status of all.
  const told = await pMap(sent, (id) => kv.get(`notify/${messages.name}/${id}`), {
    concurrency: 50,
  })
  const untold = told.filter(
    (one) => !(one?.value as { mail?: { deliveredAt?: string } } | undefined)?.mail?.deliveredAt,
  )
  const counted = new Map(mails.map(({ messageId, count }) => [messageId, count]))
  const figures = {
    submissions: sent.length,
    'never by mail': untold.length,
    'never by webhook': sent.filter((id) => !toldBy.has(id)).length,
    mails: mails.length,
    'mails that came again, under the same Message-ID': mails.length - counted.size,
    'webhooks that came again, under the same webhook-id': webhooks.length - toldBy.size,
  }
  if (runs(1) > 1) console.log(figures)
  expect(figures).toMatchObject({ 'never by mail': 0, 'never by webhook': 0 })
  // Together the mails count at least all submissions.
  const said = [...counted.values()].reduce((sum, count) => sum + count, 0)
  expect(said).toBeGreaterThanOrEqual(sent.length)
  expect(await kv.list('pending/')).toEqual([])
})

/** Hours that a stranger types other people's addresses. */
const HOURS = runs(3, 50)
const LIMIT = runs(5, 60)

test('however often addresses are typed, each gets one receipt a day and an hour has a limit', async () => {
  setChannels({ webhook: false })
  vi.stubEnv('RECEIPT_LIMIT', `${LIMIT}`)
  const addresses = Array.from({ length: 4 * LIMIT }, (_, i) => `victim.${i}@engine.test`)
  const receivers = () => mailbox.receipts.flatMap(({ recipients }) => recipients)
  const sentAt = new Map<string, number[]>()
  for (let hour = 0; hour < HOURS; hour++) {
    const before = receivers().length
    for (let i = 0; i < SUBMISSIONS / HOURS; i++) {
      clock.now += HOUR / (SUBMISSIONS / HOURS)
      // Every third has the same address.
      await come(i % 3 === 0 ? addresses[0] : addresses[(hour + i) % addresses.length])
    }
    await deliverPending(() => true)
    const now = receivers().slice(before)
    expect(now.length).toBeLessThanOrEqual(LIMIT)
    for (const one of now) sentAt.set(one, [...(sentAt.get(one) ?? []), clock.now])
  }
  expect(receivers().length).toBeGreaterThan(LIMIT)
  for (const times of sentAt.values()) {
    for (const [i, at] of times.slice(1).entries())
      expect(at - (times[i] ?? 0)).toBeGreaterThanOrEqual(24 * HOUR)
  }
})
