import { beforeEach, describe, expect, test, vi } from 'vitest'
import { toldKey } from '#server/collections/keys.ts'
import { remove } from '#server/collections/records.ts'
import { owedKey } from '#server/notifications/outbox/owed.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { makeClaim } from '#server/submissions/claim.ts'
import { release } from '#server/submissions/release.ts'
import { askedIn, useThings, whileOther } from '../things.ts'
import { addressClaim, calmist, messages, mine, sendTo } from './sending.ts'

/** Of what the studio is owed a word, and when it is owed none. */

useThings()
beforeEach(() => {
  vi.stubEnv('NOTIFY_TO', 'team@studio.test')
  vi.stubEnv('OUTBOX_DIR', '/nowhere')
})

const SIGNALS = ['fast']
const isOwed = async (id: string, { name } = messages) =>
  (await kv.get(owedKey({ name, id }))) !== null

/** What is owed is told of; or the process dies before it is owed, and nothing is. */
async function settle(id: string, isTold: boolean, { name } = messages) {
  await kv.remove(owedKey({ name, id }))
  if (isTold) await kv.put(toldKey(name, id), { mail: { toldAt: '2026-01-31' } })
}

describe('what comes', () => {
  test('is owed a word, side by side with its record, without asking whether it was told', async () => {
    let id = ''
    const asked = await askedIn(async () => ({ id } = await sendTo(messages)))
    const kinds = asked.map((one) => one.split('/')[0])
    expect(kinds.slice(0, 2)).toEqual(['get claim', 'put claim'])
    expect(kinds.slice(2).sort()).toEqual(['put owed', 'put rec'])
    expect(await isOwed(id)).toBe(true)
  })

  test('is owed none while it is held', async () => {
    const { id } = await sendTo(messages, SIGNALS)
    expect(await isOwed(id)).toBe(false)
  })

  test.each([true, false])('a second time is owed one, unless told: %s', async (isTold) => {
    const { id } = await sendTo(messages)
    await settle(id, isTold)
    expect((await sendTo(messages)).id).toBe(id)
    expect(await isOwed(id)).toBe(!isTold)
  })
})

describe('a release', () => {
  test('owes a word of what it lists', async () => {
    const { id } = await sendTo(messages, SIGNALS)
    await release(messages, id)
    expect(await isOwed(id)).toBe(true)
  })

  test('of what is removed in that moment releases nothing', async () => {
    const { id } = await sendTo(messages, SIGNALS)
    const removing = () => remove(messages, id)
    expect(await whileOther(/^get told/, removing, () => release(messages, id))).toBeNull()
  })

  test.each([true, false])(
    'of what is listed already owes one, unless told: %s',
    async (isTold) => {
      const { id } = await sendTo(messages)
      await settle(id, isTold)
      const asked = await askedIn(() => release(messages, id))
      expect(await isOwed(id)).toBe(!isTold)
      expect(asked.filter((one) => /^put (state|hint)/.test(one))).toEqual([])
    },
  )

  test('owes one of whoever has the address', async () => {
    const held = await sendTo(calmist, SIGNALS, 'held')
    const { id } = await sendTo(calmist)
    await settle(id, false, calmist)
    expect(await release(calmist, held.id)).toBe(id)
    expect(await isOwed(id, calmist)).toBe(true)
    expect(await isOwed(held.id, calmist)).toBe(false)
  })
})

test('who meets a sign-up that was removed meanwhile owes no word of it', async () => {
  const id = newId()
  const { attempt } = mine
  const claim = { id, name: messages.name, attempt, digest: 'digest', signals: [] }
  await makeClaim({ hash: attempt, name: messages.name }, claim)
  const gone = () => kv.create(`gone/${messages.name}/${id}`, null)
  expect(await whileOther(/^put rec/, gone, () => sendTo(messages))).toMatchObject({ id })
  expect(await isOwed(id)).toBe(false)
})

test('who completes another one’s sign-up owes a word of it, under its id', async () => {
  const id = newId()
  const claim = { id, name: calmist.name, attempt: 'another', digest: 'theirs', signals: [] }
  await makeClaim(await addressClaim(), claim)
  await sendTo(calmist)
  expect(await isOwed(id, calmist)).toBe(true)
})
