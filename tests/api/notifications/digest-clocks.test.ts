import { expect, test, vi } from 'vitest'
import { nextDigest, sendDigest } from '#server/notifications/digest.ts'
import { ownStudio } from '../../own-studio.ts'
import { useStudio } from '../studio.ts'
import { clock, HOUR, mailbox, MINUTE, setChannels, tellOf, useChannels } from './telling.ts'

const place = vi.hoisted(() => ({ timeZone: 'UTC' }))
vi.mock('#server/content/studio.ts', async (original) => ({
  ...(await original<object>()),
  readStudio: () => Promise.resolve({ ...ownStudio, ...place }),
}))

useStudio()
useChannels()

const digests = () => mailbox.received.filter(({ subject }) => subject?.startsWith('Digest'))

test.each([
  ['Europe/Berlin', '2027-03-27T08:00+01:00', '2027-03-28T08:00+02:00', '2027-03-29T08:00+02:00'],
  ['Europe/Berlin', '2027-10-30T08:00+02:00', '2027-10-31T08:00+01:00', '2027-11-01T08:00+01:00'],
  [
    'America/Santiago',
    '2027-09-04T08:00-04:00',
    '2027-09-05T08:00-03:00',
    '2027-09-06T08:00-03:00',
  ],
])('in %s the digest comes at eight where clocks change', async (timeZone, ...mornings) => {
  place.timeZone = timeZone
  setChannels({ webhook: false })
  const [before = 0, change = 0, after = 0] = mornings.map((time) => Date.parse(time))
  clock.now = before + MINUTE
  await tellOf()
  expect(await nextDigest()).toBe(change)
  clock.now = change - MINUTE
  expect(await nextDigest()).toBe(change)
  await sendDigest()
  expect(digests()).toHaveLength(0)
  clock.now = change
  await sendDigest()
  expect(digests().map(({ subject }) => subject?.split(',')[0])).toEqual(['Digest: 1 new'])

  clock.now = change + MINUTE
  await tellOf()
  expect(await nextDigest()).toBe(after)
  clock.now = after
  await sendDigest()
  expect(digests().at(-1)?.subject).toContain('Digest: 1 new')
  expect(digests()).toHaveLength(2)
})

test('a failed digest is tried until noon where clocks change', async () => {
  place.timeZone = 'Europe/Berlin'
  setChannels({ webhook: false })
  const noon = Date.parse('2028-03-26T12:00+02:00')
  clock.now = noon - 24 * HOUR
  await tellOf()
  clock.now = noon
  await sendDigest()
  expect(digests()).toHaveLength(0)
  clock.now = noon - MINUTE
  await sendDigest()
  expect(digests()).toHaveLength(1)
})
