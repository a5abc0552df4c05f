import { expect, test, vi } from 'vitest'
import { waitlist } from '#forms/waitlist.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { read } from '#server/collections/current.ts'
import { isHeldRow } from '#server/collections/row.ts'
import { hold, release } from '#server/submissions/release.ts'
import { requestName } from '../../request-name.ts'
import { interceptStorage, useStudio } from '../studio.ts'
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
  useChannels,
} from './telling.ts'

useStudio()
useChannels()
const calmist = collectionOf(waitlist, { projectSlug: 'calmist' })

test('a sign-up that another sign-up lists, after its release died, is told to the studio', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  setChannels({ webhook: false })
  const entry = { email: 'ada@engine.test', source: 'landing', projectSlug: 'calmist' }
  mailbox.weather = 'down'
  const first = await submit(waitlist, entry)
  await first.told
  await hold(calmist, first.id)
  await keepTellingFor(74 * HOUR, HOUR)
  mailbox.weather = 'up'
  let isDead = false
  const putBack = interceptStorage((storage) => async (input, init) => {
    if (isDead) return new Response(null, { status: 418 })
    const answer = await storage(input, init)
    if (requestName(input, init).startsWith('put claim') && answer.ok) isDead = true
    return answer
  })
  await release(calmist, first.id).catch(() => undefined)
  putBack()
  expect(isDead).toBe(true)
  const again = await submit(waitlist, entry)
  await again.told
  expect(again.status).toBe(200)
  const row = await read(calmist, first.id)
  expect(row && isHeldRow(row)).toBe(false)
  clock.now += 5 * MINUTE
  await keepTelling()
  await keepTellingFor(2 * HOUR)
  expect(mailed()).toEqual([first.id])
})
