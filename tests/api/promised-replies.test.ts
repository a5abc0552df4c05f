import { expect, test } from 'vitest'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { eir } from '#forms/eir.ts'
import { forms } from '#forms/index.ts'
import { investor } from '#forms/investor.ts'
import { waitlist } from '#forms/waitlist.ts'
import { replyClockOf } from '#server/content/studio.ts'
import { studio } from '../content.ts'
import { useOwnStudio } from '../own-studio.ts'

useOwnStudio()

/** A Friday, 01:30 in the studio's time zone. In UTC it is still Thursday. */
const FRIDAY = Date.parse('2026-11-26T20:00Z')

test.each([
  [contact, '2026-11-27T20:00:00.000Z'],
  [investor, '2026-12-01T18:30:00.000Z'],
  [eir, '2026-12-04T18:30:00.000Z'],
])('a reply to $noun is due when the studio promises it', async (form, due) => {
  const clock = await replyClockOf(form)
  expect(new Date(clock?.dueAt(FRIDAY) ?? 0).toISOString()).toBe(due)
})

test('candidates and waitlists get no promise of a reply', async () => {
  expect(await replyClockOf(careers)).toBeNull()
  expect(await replyClockOf(waitlist)).toBeNull()
})

test('every promise that a form names exists', () => {
  const promised = forms.flatMap(({ replyPromise }) => replyPromise ?? [])
  expect(promised).toHaveLength(3)
  for (const promise of promised) expect(studio.promises).toHaveProperty(promise)
})
