import { beforeEach, describe, expect, test, vi } from 'vitest'
import { notifyKey } from '#server/collections/keys.ts'
import { markersOf } from '#server/notifications/outbox/tries.ts'
import { remove } from '#server/collections/change.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { makeClaim } from '#server/submissions/claim.ts'
import { release } from '#server/submissions/release.ts'
import { askedIn, useThings, whileOther } from '../things.ts'
import { addressClaim, calmist, messages, mine, sendTo } from './sending.ts'

/** Tests when a notification is queued. */

useThings()
beforeEach(() => {
  vi.stubEnv('NOTIFY_TO', 'team@studio.test')
  vi.stubEnv('OUTBOX_DIR', '/nowhere')
})

const SIGNALS = ['fast']
const isQueued = async (id: string, { name } = messages) =>
  (await kv.list(markersOf({ name, id }))).length > 0

/** Empties the queue, as after a delivery (`isTold`) or as after a crash before the queueing. */
async function settle(id: string, isTold: boolean, { name } = messages) {
  for (const marker of await kv.list(markersOf({ name, id }))) await kv.remove(marker)
  const mail = { tries: 1, deliveredAt: '2026-01-31' }
  if (isTold) await kv.put(notifyKey(name, id), { at: Date.now(), mail })
}

describe('a submission', () => {
  test('queues its notification in parallel with the write of its record', async () => {
    let id = ''
    const asked = await askedIn(async () => ({ id } = await sendTo(messages)))
    const kinds = asked.map((one) => one.split('/')[0])
    expect(kinds.slice(0, 2)).toEqual(['get claim', 'put claim'])
    expect(kinds.slice(2).sort()).toEqual(['put pending', 'put rec'])
    expect(await isQueued(id)).toBe(true)
  })

  test('queues nothing while it is held', async () => {
    const { id } = await sendTo(messages, SIGNALS)
    expect(await isQueued(id)).toBe(false)
  })

  test.each([true, false])(
    'that is sent again is queued unless it was delivered: %s',
    async (isTold) => {
      const { id } = await sendTo(messages)
      await settle(id, isTold)
      expect((await sendTo(messages)).id).toBe(id)
      expect(await isQueued(id)).toBe(!isTold)
    },
  )
})

describe('a release', () => {
  test('queues the record that it lists', async () => {
    const { id } = await sendTo(messages, SIGNALS)
    await release(messages, id)
    expect(await isQueued(id)).toBe(true)
  })

  test('of a record that is removed at the same time releases nothing', async () => {
    const { id } = await sendTo(messages, SIGNALS)
    const removing = () => remove(messages, id)
    expect(await whileOther(/^get notify/, removing, () => release(messages, id))).toBeNull()
  })

  test.each([true, false])(
    'of a listed record queues it unless it was delivered: %s',
    async (isTold) => {
      const { id } = await sendTo(messages)
      await settle(id, isTold)
      const asked = await askedIn(() => release(messages, id))
      expect(await isQueued(id)).toBe(!isTold)
      expect(asked.filter((one) => /^put (state|hint)/.test(one))).toEqual([])
    },
  )

  test('of a record whose address is on the list queues nothing', async () => {
    const held = await sendTo(calmist, SIGNALS, 'held')
    await sendTo(calmist)
    await expect(release(calmist, held.id)).rejects.toMatchObject({ status: 409 })
    expect(await isQueued(held.id, calmist)).toBe(false)
  })
})

test('a retry of a submission that is removed meanwhile queues nothing', async () => {
  const id = newId()
  const { attempt } = mine
  const claim = { id, name: messages.name, attempt, digest: 'digest', signals: [] }
  await makeClaim({ hash: attempt, name: messages.name }, claim)
  const gone = () => kv.create(`gone/${messages.name}/${id}`, null)
  expect(await whileOther(/^put rec/, gone, () => sendTo(messages))).toMatchObject({ id })
  expect(await isQueued(id)).toBe(false)
})

test('a visitor who completes another visitor’s sign-up queues it under its id', async () => {
  const id = newId()
  const claim = { id, name: calmist.name, attempt: 'another', digest: 'theirs', signals: [] }
  await makeClaim(await addressClaim(), claim)
  await sendTo(calmist)
  expect(await isQueued(id, calmist)).toBe(true)
})
