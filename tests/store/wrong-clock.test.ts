import { expect, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { list } from '#server/collections/list.ts'
import { orderOf } from '#server/collections/find.ts'
import { add } from '#server/collections/records.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { sweepExpired } from '#server/housekeeping/mend.ts'
import { useTransport } from '#server/storage/fetch-with-retry.ts'
import * as kv from '#server/storage/kv.ts'
import { createdAtOf, newId } from '#server/storage/record-id.ts'
import { forget } from '../api/rows.ts'

const HOUR = 60 * 60 * 1_000
const messages = collectionOf(contact, {})

/** A store that tells the time, beside an instance whose clock is `wrongBy` off. */
async function openStore() {
  const clock = { true: Date.UTC(2026, 0, 31), wrongBy: 0 }
  const blobs = await startBlobs({ file: ':memory:' })
  vi.stubEnv('NETLIFY_BLOBS_CONTEXT', blobs.context)
  vi.spyOn(Date, 'now').mockImplementation(() => clock.true + clock.wrongBy)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  useTransport(async (input, init) => {
    const answer = await blobs.fetch(input, init)
    answer.headers.set('date', new Date(clock.true).toUTCString())
    return answer
  })
  forget()
  await kv.list('')
  return { clock, close: () => blobs.close() }
}

async function send() {
  await kv.get('claim/none')
  const submission = { id: newId(), createdAt: 'x', name: 'Ada', email: 'a@b.cd', message: 'Hi' }
  await add(messages, { submission, attempt: submission.id, digest: 'd' }, true)
  return submission.id
}

async function listed() {
  forget()
  const { rows, total } = await list(messages, { order: orderOf(contact, ''), limit: 50 })
  return { ids: rows.map(({ id }) => id), total }
}

test.each([24 * HOUR, -24 * HOUR, 2 * HOUR, -2 * HOUR])(
  'an instance whose clock is %i ms off hides and sweeps nothing',
  async (wrongBy) => {
    const { clock, close } = await openStore()
    const session = `session/${newId()}`
    await kv.put(session, {})
    const sent = [await send()]
    clock.true += 3 * HOUR
    clock.wrongBy = wrongBy
    sent.unshift(await send())
    expect(Math.abs(createdAtOf(sent[0] ?? '') - clock.true)).toBeLessThan(60_000)
    await fold(messages)
    await sweepExpired(() => true)
    expect(await listed()).toEqual({ ids: sent, total: 2 })
    // Another instance, whose clock is right.
    clock.wrongBy = 0
    clock.true += 60_000
    await kv.list('')
    sent.unshift(await send())
    await fold(messages)
    expect(await listed()).toEqual({ ids: sent, total: 3 })
    expect(await kv.get(session)).not.toBeNull()
    await close()
  },
)
