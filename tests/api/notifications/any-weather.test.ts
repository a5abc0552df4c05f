import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import { collectionOf } from '#server/collections/collection.ts'
import { contact } from '#forms/contact.ts'
import { remove } from '#server/collections/change.ts'
import { limits } from '#server/notifications/settings.ts'
import * as kv from '#server/storage/kv.ts'
import { runs } from '../../runs.ts'
import { dieAt, token, useStudio } from '../studio.ts'
import { anotherInstance } from './another-instance.ts'
import { MAIL_WEATHER } from './stand-in-mailbox.ts'
import { WEBHOOK_WEATHER } from './stand-in-webhook.ts'
import {
  clock,
  forgetAll,
  HOUR,
  keepTelling,
  keepTellingFor,
  mailbox,
  MINUTE,
  receiver,
  tellOf,
  useChannels,
} from './telling.ts'

useStudio()
useChannels()

const messages = collectionOf(contact, {})
const STORIES = runs(5, 2_000)
const STEPS = 20

const event = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ does: 'send' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('die sending' as const),
      step: fc.integer({ min: 1, max: 29 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('die telling' as const),
      step: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('retry' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('delete' as const), which: fc.nat() }) },
  { weight: 4, arbitrary: fc.constant({ does: 'keep house, twice at once' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('mail' as const),
      weather: fc.constantFrom(...MAIL_WEATHER),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('webhook' as const),
      weather: fc.constantFrom(...WEBHOOK_WEATHER),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 5, 30, 120),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('jump' as const),
      hours: fc.constantFrom(-30, -1, 1, 30),
    }),
  },
)
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never

/** The expected end: acknowledged records, deleted ones, and whether a second mail is allowed. */
type Story = { sent: Map<string, string>; deleted: Set<string>; mayRepeat: boolean }

let other: () => Promise<void>
/** `inTwoMails`: sent alone and again in a summary that contains the reference. */
const totals = { acknowledged: 0, untold: 0, repeated: 0, inTwoMails: 0 }
beforeAll(async () => {
  other = await anotherInstance()
})

async function happen(one: Event, story: Story): Promise<void> {
  const keys = [...story.sent.values()]
  if (one.does === 'send') await send(story, randomUUID())
  if (one.does === 'retry' && keys.length > 0) {
    await send(story, keys[one.which % keys.length] ?? '')
  }
  if (one.does === 'die sending') await dying(story, one.step, () => send(story, randomUUID()))
  if (one.does === 'die telling') await dying(story, one.step, keepTelling)
  if (one.does === 'keep house, twice at once') await Promise.all([keepTelling(), other()])
  if (one.does === 'wait') clock.now += one.minutes * MINUTE
  if (one.does === 'jump') clock.now += one.hours * HOUR
  if (one.does === 'mail') mailbox.weather = one.weather
  if (one.does === 'webhook') receiver.weather = one.weather
  // A channel may have received a message although it hung until the timeout.
  if (mailbox.weather !== 'up' || receiver.weather !== 'up') story.mayRepeat = true
  const ids = [...story.sent.keys()]
  const id = one.does === 'delete' && ids[one.which % ids.length]
  if (id && (await remove(messages, id))) story.deleted.add(id)
}

async function send(story: Story, key: string): Promise<void> {
  const { status, id } = await tellOf({ captchaToken: await token() }, key)
  if (status === 201) story.sent.set(id, key)
}

async function dying(story: Story, step: number, work: () => Promise<unknown>): Promise<void> {
  story.mayRepeat = true
  const revive = dieAt(step, step % 2 === 0)
  await work().catch(() => undefined)
  try {
    revive()
  } catch {
    // The work ended before this step.
  }
}

/** The records that a mail names. */
const toldBy = (text: string) => [...text.matchAll(/record=(\S+)/g)].map(([, id = '']) => id)

test('every acknowledged submission is reported once the channels work', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  Object.assign(limits, { mailMs: 250, webhookMs: 250 })
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: STEPS, maxLength: STEPS }), async (events) => {
      await forgetAll()
      mailbox.weather = 'up'
      receiver.weather = 'up'
      const story: Story = { sent: new Map(), deleted: new Set(), mayRepeat: false }
      for (const one of events) await happen(one, story)

      Object.assign(limits, { mailMs: 7_500, webhookMs: 3_000 })
      mailbox.weather = 'up'
      receiver.weather = 'up'
      // A clock that was set back catches up, and the last tries follow within three days.
      clock.now += 40 * HOUR
      await keepTellingFor(75 * HOUR, 5 * HOUR)
      Object.assign(limits, { mailMs: 250, webhookMs: 250 })
      const mails = mailbox.received.map(({ text = '', messageId }) => ({
        ids: toldBy(text),
        messageId,
      }))
      const mailed = mails.flatMap(({ ids }) => ids)
      const called = receiver.received.map(({ id }) => id)
      for (const id of story.sent.keys()) {
        totals.acknowledged++
        if (story.deleted.has(id)) continue
        if (!mailed.includes(id) || !called.includes(id)) totals.untold++
        expect(mailed).toContain(id)
        expect(called).toContain(id)
      }
      const repeated = mails.filter(
        ({ messageId }, place) => mails.findIndex((mail) => mail.messageId === messageId) < place,
      )
      totals.repeated += repeated.length + called.length - new Set(called).size
      for (const id of new Set(mailed)) {
        const names = new Set(
          mails.filter(({ ids }) => ids.includes(id)).map((one) => one.messageId),
        )
        totals.inTwoMails += names.size - 1
      }
      // Without a crash or an outage nothing is sent twice.
      if (!story.mayRepeat) {
        expect(mailed).toHaveLength(new Set(mailed).size)
        expect(called).toHaveLength(new Set(called).size)
      }
      expect(await kv.list('pending/')).toEqual([])
    }),
    { numRuns: STORIES },
  )
  // The long run prints how often a message was repeated.
  if (runs(1) > 1) console.log(`told: ${JSON.stringify(totals)}`)
})
