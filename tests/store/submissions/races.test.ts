import { beforeEach, describe, expect, test } from 'vitest'
import { remove, changeState } from '#server/collections/change.ts'
import { read } from '#server/collections/current.ts'
import { isHeldRow } from '#server/collections/row.ts'
import { keyedHash } from '#server/storage/site-secret.ts'
import * as kv from '#server/storage/kv.ts'
import { MOST_TRIES } from '#server/storage/faults.ts'
import { newId } from '#server/storage/record-id.ts'
import { findClaim, makeClaim, type Claim } from '#server/submissions/claim.ts'
import { hold, release } from '#server/submissions/release.ts'
import { keyOfAnswer, listUnlessChanged, reserveUnique } from '#server/submissions/unique-answer.ts'
import { requestName } from '../../request-name.ts'
import { askedIn, intercepting, useThings, whileEachTime, whileOther } from '../things.ts'
import { addressClaim, calmist, messages, mine, sendTo, sendUnseen } from './sending.ts'

/** Tests other writers between the steps of a submission or a release. */

useThings()

const SIGNALS = ['fast']
const recordsOf = async (id: string) =>
  (await kv.list(`rec/${calmist.name}/`)).filter((key) => key.includes(id))

/** A claim of this test’s visitor. */
const own = (): Claim => ({
  ...{ id: newId(), name: calmist.name, attempt: mine.attempt, digest: 'digest', signals: [] },
})
const ownPlace = () => ({ hash: mine.attempt, name: calmist.name })

/** Gives the address to a new record of another visitor. */
async function another() {
  others++
  const { hash } = await addressClaim()
  await kv.put(`claim/${hash}`, { ...own(), attempt: 'another' })
}
let others = 0
beforeEach(() => {
  others = 0
})

/** Removes the record that has the address. */
async function removed() {
  const claim = await findClaim(await addressClaim())
  await kv.create(`gone/${calmist.name}/${claim?.id}`, null)
}

/** Runs `act`, which writes a record and dies. */
function dyingAfterRecord(act: () => Promise<unknown>) {
  let isDead = false
  return intercepting(
    (storage) => async (input, init) => {
      const answer = isDead ? undefined : await storage(input, init)
      isDead ||= requestName(input, init).startsWith('put rec/')
      return isDead || !answer ? new Response(null, { status: 418 }) : answer
    },
    act,
  )
}

const changedHands = { name: 'Contended', message: 'Somebody else was faster each time.' }

describe('a new submission', () => {
  test('makes one request for each claim and one for its record', async () => {
    await addressClaim()
    const kinds = async (act: () => Promise<unknown>) =>
      (await askedIn(act)).map((one) => one.split('/')[0])
    expect(await kinds(() => sendUnseen(messages))).toEqual(['put claim', 'put rec'])
    mine.attempt += ' to a list'
    expect(await kinds(() => sendUnseen(calmist))).toEqual(['put claim', 'put claim', 'put rec'])
  })

  test('that stopped before it had its address is completed under its own id', async () => {
    const claim = own()
    await makeClaim(ownPlace(), claim)
    expect(await sendTo(calmist)).toEqual({
      id: claim.id,
      digest: 'digest',
      signals: [],
      isDuplicate: false,
    })
    expect(await findClaim(await addressClaim())).toMatchObject({ id: claim.id })
  })

  test('is one record if the slower of two requests reserved the address', async () => {
    await makeClaim(ownPlace(), own())
    const { id } = await sendUnseen(calmist)
    expect(await findClaim(await addressClaim())).toMatchObject({ id, attempt: mine.attempt })
    expect(await recordsOf(id)).toHaveLength(1)
    expect((await sendTo(calmist)).id).toBe(id)
  })

  test('that completed another record stays that record after a hold by hand', async () => {
    const first = { ...own(), attempt: 'cut short' }
    await makeClaim(await addressClaim(), first)
    expect(await sendTo(calmist)).toMatchObject({ id: first.id, isDuplicate: false })
    await hold(calmist, first.id)
    const before = await kv.list('rec/')
    expect((await sendTo(calmist)).id).toBe(first.id)
    expect(await kv.list('rec/')).toEqual(before)
  })

  test('that completed another record and died stays that record after a hold', async () => {
    const first = { ...own(), attempt: 'cut short' }
    await makeClaim(await addressClaim(), first)
    await expect(dyingAfterRecord(() => sendTo(calmist))).rejects.toThrow()
    expect((await hold(calmist, first.id))?.id).toBe(first.id)
    const before = await kv.list('rec/')
    expect((await sendTo(calmist)).id).toBe(first.id)
    expect(await kv.list('rec/')).toEqual(before)
  })

  test('gets the address if its owner is removed at the same time', async () => {
    await another()
    const stored = await whileOther(/^put rec/, removed, () => sendTo(calmist))
    expect(stored.isDuplicate).toBe(false)
    expect(await findClaim(await addressClaim())).toMatchObject({ id: stored.id })
    expect(await read(calmist, stored.id)).not.toBeNull()
  })

  test('is given up if the owner of the address is removed each time', async () => {
    await makeClaim(ownPlace(), own())
    const sending = whileEachTime(/^put claim/, another, () =>
      whileEachTime(/^put rec/, removed, () => sendTo(calmist)),
    )
    await expect(sending).rejects.toMatchObject(changedHands)
    // Each try reads the other claim and loses.
    expect(others).toBe(2 * MOST_TRIES)
  })
})

describe('an address', () => {
  test('is found in the claims of the first days', async () => {
    const hash = await keyedHash('holder', calmist.name, 'ada@example.com')
    expect((await keyOfAnswer(calmist.name, ' Ada@Example.com')).hash).toBe(hash)
  })

  test('that two records claim at once belongs to one of them', async () => {
    const gone = await sendTo(calmist)
    await remove(calmist, gone.id)
    const [one, other] = [1, 2].map(own)
    if (!one || !other) throw new Error('There are two.')
    const faster = () => reserveUnique(calmist, mine.email, other)
    const winner = await whileOther(/^put claim\/.*/, faster, async () =>
      reserveUnique(calmist, mine.email, one),
    )
    expect(winner.claim.id).toBe(other.id)
    expect(await findClaim(await addressClaim())).toMatchObject({ id: other.id })
  })

  test('is given up if another record has it each time and is then removed', async () => {
    const taken = async () => {
      await another()
      await removed()
    }
    const reserving = whileEachTime(/^put claim/, taken, () =>
      reserveUnique(calmist, mine.email, own()),
    )
    await expect(reserving).rejects.toMatchObject(changedHands)
    // Each try reads the other claim and loses.
    expect(others).toBe(2 * MOST_TRIES)
  })

  test('is free if a release stopped and its record was removed later', async () => {
    const held = await sendTo(calmist, SIGNALS, 'held')
    const { hash } = await addressClaim()
    const claim = { ...own(), id: held.id, attempt: 'held', signals: SIGNALS, releasedAt: 0 }
    await kv.put(`claim/${hash}`, claim)
    // The record exists when the code checks its release, and is removed before the code lists it.
    let looks = 0
    const removing = async () => {
      if (++looks === 2) await remove(calmist, held.id)
    }
    const stored = await whileEachTime(/^get gone/, removing, () => sendTo(calmist))
    expect(stored).toMatchObject({ isDuplicate: false })
    expect(stored.id).not.toBe(held.id)
  })
})

describe('a release', () => {
  test('of two messages with one address lists both, unlike a waitlist', async () => {
    const ids = ['one', 'two'].map(async (who) => (await sendTo(messages, SIGNALS, who)).id)
    for (const id of await Promise.all(ids)) expect(await release(messages, id)).toEqual({ id })
  })

  test('of a record held by hand writes a claim without signals', async () => {
    const { id } = await sendTo(calmist)
    await hold(calmist, id)
    await release(calmist, id)
    expect(await findClaim(await addressClaim())).toMatchObject({ id, signals: [] })
  })

  test('is tried again if the record is held again at the same time', async () => {
    const { id } = await sendTo(messages, SIGNALS)
    const again = () => changeState(messages, id, () => ({ isHeld: true }))
    expect(await whileOther(/^put state/, again, () => release(messages, id))).toEqual({ id })
    const row = await read(messages, id)
    expect(row && isHeldRow(row)).toBe(false)
  })

  test('is nobody’s second one if the record is released at the same time', async () => {
    const { id } = await sendTo(messages, SIGNALS)
    const other = () => release(messages, id)
    const released = await whileOther(/^put state/, other, () => release(messages, id))
    expect(released).toEqual({ id, isUnchanged: true })
  })

  test('is given up if the record is held again each time', async () => {
    const { id } = await sendTo(messages, SIGNALS)
    let tries = 0
    const again = () => changeState(messages, id, () => ({ isHeld: true, note: `${++tries}` }))
    const releasing = whileEachTime(/^put state/, again, () => release(messages, id))
    await expect(releasing).rejects.toMatchObject({
      name: 'Contended',
      message: 'Somebody else was faster each time.',
    })
    expect(tries).toBe(MOST_TRIES)
  })

  test('does not list a record that has changed since it was read', async () => {
    const { id } = await sendTo(messages, SIGNALS)
    const row = await read(messages, id)
    await changeState(messages, id, () => ({ note: 'Spam.' }))
    const after = row && (await listUnlessChanged(messages, row))
    expect(after && isHeldRow(after)).toBe(true)
  })

  test('lists its own record if the owner of the address is removed at the same time', async () => {
    const held = await sendTo(calmist, SIGNALS, 'held')
    await another()
    const released = await whileOther(/^put rec/, removed, () => release(calmist, held.id))
    expect(released).toEqual({ id: held.id })
    expect(await findClaim(await addressClaim())).toMatchObject({ id: held.id })
  })

  test('is given up if the owner of the address is removed each time', async () => {
    const held = await sendTo(calmist, SIGNALS, 'held')
    const releasing = whileEachTime(/^put claim/, another, () =>
      whileEachTime(/^put rec/, removed, () => release(calmist, held.id)),
    )
    await expect(releasing).rejects.toMatchObject(changedHands)
    expect(others).toBe(2 * MOST_TRIES)
  })
})
