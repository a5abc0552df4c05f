import { beforeEach, expect, test, vi } from 'vitest'
import { deliveryStatusesOf } from '#server/notifications/overview.ts'
import * as kv from '#server/storage/kv.ts'
import { requestName } from '../../request-name.ts'
import { interceptStorage, useStudio } from '../studio.ts'
import { anotherInstance } from './another-instance.ts'
import {
  clock,
  HOUR,
  keepTelling,
  keepTellingFor,
  mailbox,
  MINUTE,
  setChannels,
  tellOf,
  useChannels,
} from './telling.ts'

/** Receipts of processes that work at once, with clocks that differ. */

useStudio()
useChannels()
beforeEach(() => setChannels({ webhook: false }))

const receivers = () => mailbox.receipts.flatMap(({ recipients }) => recipients)

const statusOf = async (id: string) =>
  (await deliveryStatusesOf({ name: 'contact-submissions', id })).receipt

const submitted = async () => (await tellOf({ email: 'ada@engine.test' })).id

test('several processes send one', async () => {
  const other = await anotherInstance()
  mailbox.weather = 'busy'
  await submitted()
  mailbox.weather = 'up'
  clock.now += 5 * MINUTE
  await Promise.all([keepTelling(), other(), keepTelling(), other()])
  expect(receivers()).toEqual(['ada@engine.test'])
})

test('one that is being sent is not said to be unclear by a process whose clock is ahead', async () => {
  const other = await anotherInstance()
  mailbox.weather = 'down'
  const id = await submitted()
  clock.now += 6 * MINUTE
  mailbox.weather = 'up'
  // The lease of the mail, its end, and the lease of the receipt.
  let notes = 0
  const putBack = interceptStorage((storage) => async (input, init) => {
    const answer = await storage(input, init)
    if (!requestName(input, init).startsWith('put notify/') || ++notes !== 3) return answer
    clock.now += 3 * MINUTE
    await other()
    clock.now -= 3 * MINUTE
    return answer
  })
  await keepTelling()
  putBack()
  expect(receivers()).toHaveLength(1)
  expect(await statusOf(id)).toHaveProperty('sentAt')
})

test.each([-3, 3])(
  'one that a process began to send is not sent by another, %s minutes away',
  async (minutes) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    // It dies before it can note that the receipt was sent.
    let notes = 0
    const other = await anotherInstance(
      (request) => notes < 2 && !(request.startsWith('put notify/') && ++notes === 2),
    )
    mailbox.weather = 'down'
    const id = await submitted()
    clock.now += 10 * MINUTE
    mailbox.weather = 'up'
    // The last step before the lease.
    let isThere = false
    const putBack = interceptStorage((storage) => async (input, init) => {
      if (!isThere && requestName(input, init).startsWith('put window/receipts/')) {
        isThere = true
        clock.now += minutes * MINUTE
        await other().catch(() => undefined)
        clock.now -= minutes * MINUTE
      }
      return storage(input, init)
    })
    await keepTelling()
    putBack()
    expect({ notes, receivers: receivers() }).toEqual({ notes: 2, receivers: ['ada@engine.test'] })
    await keepTellingFor(HOUR)
    expect(receivers()).toHaveLength(1)
    expect(await statusOf(id)).toEqual({
      why: 'No receipt. It may have arrived: the site stopped while it was being sent.',
    })
    expect(await kv.list('pending/')).toEqual([])
  },
)
