import { expect, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { changeState } from '#server/collections/change.ts'
import { sendDigest } from '#server/notifications/digest.ts'
import * as kv from '#server/storage/kv.ts'
import { useOwnStudio } from '../../own-studio.ts'
import { runs } from '../../runs.ts'
import { crashes, dieAt, useStudio } from '../studio.ts'
import { clock, mailbox, MINUTE, setChannels, tellOf, useChannels } from './telling.ts'

useOwnStudio()
useStudio()
useChannels()

const messages = collectionOf(contact, {})
/** A time in the studio's time zone. */
const at = (time: string) => Date.parse(`${time}+05:30`)
const digests = () => mailbox.received.filter(({ subject }) => subject?.startsWith('Digest'))

test('no digest is sent if it would be empty', async () => {
  clock.now = at('2026-11-20T08:00')
  await sendDigest()
  expect(mailbox.received).toEqual([])
})

test('the digest comes once a morning and lists the work to do', async () => {
  setChannels({ webhook: false })
  clock.now = at('2026-11-23T06:00')
  await tellOf({ name: 'Old' })
  clock.now = at('2026-11-23T15:00')
  const { id } = await tellOf({ name: 'Due today' })
  await tellOf({ name: 'Held', honeypot: 'x' })
  clock.now = at('2026-11-23T16:00')
  const answered = await tellOf({ name: 'Answered' })
  await changeState(messages, answered.id, () => ({
    answeredAt: new Date(clock.now).toISOString(),
  }))
  await kv.put(`failed/contact-submissions/${id}`, null)
  const failedAt = new Date(clock.now).toISOString()
  await kv.put(`notify/contact-submissions/${id}`, { mail: { tries: 12, failedAt, why: 'No.' } })
  // The record of this marker has been told since.
  await kv.put(`failed/contact-submissions/${answered.id}`, null)

  for (const time of ['07:55', '08:00', '08:05', '11:55']) {
    clock.now = at(`2026-11-24T${time}`)
    await Promise.all([sendDigest(), sendDigest()])
    expect(digests()).toHaveLength(time === '07:55' ? 0 : 1)
  }
  const [mail] = digests()
  expect(mail?.subject).toBe('Digest: 2 new, 1 due today, 1 overdue')
  expect(mail?.messageId).toBe('<digest-2026-11-24@studio.test>')
  expect(mail?.text).toBe(`New since yesterday:
  2 contact submissions

Reply due today:
  1 contact submission

Reply overdue:
  1 contact submission

Held for review:
  1 contact submission

1 notification failed. The overview says why.

https://studio.test/admin
`)
  // The next day has one more digest, also when the clock jumps.
  for (const time of [
    '2026-11-25T09:00',
    '2027-11-25T09:00',
    '2026-11-24T09:00',
    '2026-11-25T09:05',
  ]) {
    clock.now = at(time)
    await sendDigest()
  }
  expect(digests()).toHaveLength(3)
})

test('a failed digest is sent again until noon and then dropped', async () => {
  setChannels({ webhook: false })
  clock.now = at('2026-11-25T20:00')
  await tellOf()
  mailbox.weather = 'busy'
  clock.now = at('2026-11-26T08:00')
  await sendDigest()
  mailbox.weather = 'up'
  clock.now = at('2026-11-26T11:59')
  await sendDigest()
  expect(digests()).toHaveLength(1)

  mailbox.weather = 'busy'
  clock.now = at('2026-11-27T11:59')
  await sendDigest()
  mailbox.weather = 'up'
  clock.now = at('2026-11-27T12:00')
  await sendDigest()
  expect(digests()).toHaveLength(1)
})

/** The steps are alike, so only the long run tries all of them. */
const some = crashes(30).filter(({ step }) => runs(1) > 1 || step % 4 === 1)

test.each(some)('a digest that dies $when step $step comes, at most twice', async (crash) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  setChannels({ webhook: false })
  clock.now = at('2026-11-30T20:00')
  await tellOf()
  clock.now = at('2026-12-01T08:00')
  const revive = dieAt(crash.step, crash.isAfter)
  await sendDigest().catch(() => undefined)
  try {
    revive()
  } catch {
    // The work ended before this step.
  }
  for (const minutes of [5, 10, 15]) {
    clock.now = at('2026-12-01T08:00') + minutes * MINUTE
    await sendDigest()
  }
  expect(digests().length).toBeGreaterThan(0)
  expect(new Set(digests().map(({ messageId }) => messageId)).size).toBe(1)
  expect(digests().length).toBeLessThanOrEqual(2)
})
