import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { newMarker } from '#server/notifications/outbox/tries.ts'
import { remove } from '#server/collections/change.ts'
import { deliveryStatusesOf } from '#server/notifications/overview.ts'
import * as kv from '#server/storage/kv.ts'
import { hold, release } from '#server/submissions/release.ts'
import { requestName } from '../../request-name.ts'
import { runs, shareOf } from '../../runs.ts'
import { interceptStorage, sendMessage, useStudio } from '../studio.ts'
import {
  clock,
  forgetAll,
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

/** A record that is held or deleted while a run is about to tell of it. */

useStudio()
useChannels()

const messages = collectionOf(contact, {})
const sent = () => mailbox.received.length + mailbox.receipts.length

/** The requests of a run before which something happens: a share of them each day. */
const MOST_REQUESTS = 400
const places = () =>
  shareOf(
    Array.from({ length: MOST_REQUESTS }, (_, i) => i + 1),
    runs(4, 1),
  )

/** Lets `act` happen before the nth request of a run, whose requests alone count. */
async function atRequest(n: number, act: () => Promise<unknown>, refused = /^$/) {
  let requests = 0
  let isOwn = true
  const putBack = interceptStorage((storage) => async (input, init) => {
    if (!isOwn && refused.test(requestName(input, init)))
      throw new TypeError('The process is dead.')
    if (isOwn && ++requests === n) {
      isOwn = false
      await act()
      isOwn = true
    }
    return storage(input, init)
  })
  await keepTelling()
  putBack()
  return requests >= n
}

test.each([
  ['held', (id: string) => hold(messages, id), undefined],
  ['deleted', (id: string) => remove(messages, id), undefined],
  ['deleted by a process that dies', (id: string) => remove(messages, id), /^(put gone|delete)/],
])('nothing is sent of a record that is %s first', async (how, act, refused) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  setChannels({ webhook: false })
  const late: number[] = []
  const left: string[] = []
  for (const n of places()) {
    mailbox.weather = 'down'
    const { id } = await tellOf({ email: `${randomUUID()}@example.com` })
    clock.now += 6 * MINUTE
    mailbox.weather = 'up'
    let before = NaN
    const acts = async () => {
      await act(id)
      before = sent()
    }
    const isMet = await atRequest(n, acts, refused)
    if (isMet && sent() !== before) late.push(n)
    if (isMet && how === 'deleted') left.push(...(await kv.list('notify/')))
    await forgetAll()
    if (!isMet) break
  }
  // The state is read before the removal: between these two it counts as later.
  expect(late.length).toBeLessThanOrEqual(2)
  expect(left).toEqual([])
})

test('a message whose release died, and was made again an hour later, is told', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  setChannels({ webhook: false })
  const { id } = await tellOf({ honeypot: 'x' })
  // Its marker is there, and the process dies before it lists the record.
  const putBack = interceptStorage(
    (storage) => async (input, init) =>
      requestName(input, init).startsWith('put state/')
        ? new Response(null, { status: 418 })
        : storage(input, init),
  )
  await expect(release(messages, id)).rejects.toThrow()
  putBack()
  await keepTellingFor(3 * HOUR)
  expect(mailed()).toEqual([])
  expect(await release(messages, id)).toEqual({ id })
  await keepTellingFor(3 * HOUR)
  expect(mailed()).toEqual([id])
  const { mail } = await deliveryStatusesOf({ name: messages.name, id })
  expect(mail).toHaveProperty('toldAt')
})

test('a record that is held before it is told is told after its release', async () => {
  setChannels()
  mailbox.weather = 'down'
  const { id } = await tellOf()
  await hold(messages, id)
  const ref = { name: messages.name, id }
  expect(await deliveryStatusesOf(ref)).toMatchObject({ mail: { tries: 1 } })
  expect(await deliveryStatusesOf(ref, true)).toMatchObject({
    mail: { tries: 1, why: 'It goes after a release.' },
    receipt: { why: 'No receipt yet: it goes after a release.' },
  })
})

test('a record that is held while a summary is made, and released later, is told', async () => {
  for (const n of places()) {
    await forgetAll()
    setChannels({ webhook: false, mail: false })
    const ids: string[] = []
    for (const name of ['Ada One', 'Zaphod Two', 'Bo Three']) {
      const answer = await sendMessage({ name, email: `${randomUUID()}@example.com` })
      const { id } = (await answer.json()) as { id: string }
      ids.push(id)
      await kv.create(newMarker({ name: messages.name, id }), null)
    }
    const [, id = ''] = ids
    setChannels({ webhook: false })
    clock.now += HOUR + 2 * MINUTE
    if (!(await atRequest(n, () => hold(messages, id)))) break
    await release(messages, id)
    await keepTellingFor(3 * HOUR, 20 * MINUTE)
    const texts = mailbox.received.map(({ subject, text }) => `${subject} ${text}`).join()
    expect(texts, `held before request ${n}`).toContain('Zaphod')
  }
})
