import { describe, expect, test } from 'vitest'
import { list } from '#server/collections/list.ts'
import { orderOf } from '#server/collections/find.ts'
import { remove } from '#server/collections/change.ts'
import { read } from '#server/collections/current.ts'
import { isHeldRow } from '#server/collections/row.ts'
import { checkTile, partsOf } from '#server/housekeeping/check-tile.ts'
import { mend } from '#server/housekeeping/mend.ts'
import * as kv from '#server/storage/kv.ts'
import { release } from '#server/submissions/release.ts'
import {
  addThing,
  foldAll,
  intercepting,
  newThings,
  SPAM,
  useThings,
  whileFailing,
  whileOther,
  whileUnheard,
} from '../things.ts'
import { calmist, messages, sendTo } from './sending.ts'

/** A person, and another person or the clock, act on one record at once. */

useThings()

const SIGNALS = ['fast']

const steps = (requests: number) => Array.from({ length: requests }, (_, i) => i + 1)

/** Runs `act`, and `other` before its nth request, if it makes as many. */
async function atRequest<Own, Other>(
  n: number,
  other: () => Promise<Other>,
  act: () => Promise<Own>,
) {
  let count = 0
  let others: { result: Other } | undefined
  const own = await intercepting(
    (storage) => async (input, init) => {
      if (++count === n) others = { result: await other() }
      return storage(input, init)
    },
    act,
  )
  return { own, others }
}

const isThere = async (id: string) => (await read(messages, id)) !== null

describe('a held message that is released at the same time', () => {
  const removing = (id: string) => remove(messages, id, isHeldRow)

  test.each(steps(20))('is released or deleted, not both (request %i)', async (n) => {
    const { id } = await sendTo(messages, SIGNALS)
    const { own: isRemoved, others } = await atRequest(
      n,
      () => release(messages, id),
      () => removing(id),
    )
    if (others) expect({ isReleased: others.result !== null }).toEqual({ isReleased: !isRemoved })
    expect(await isThere(id)).toBe(!isRemoved)
  })

  test.each(steps(20))('is deleted or released, not both (request %i)', async (n) => {
    const { id } = await sendTo(messages, SIGNALS)
    const { own: released, others } = await atRequest(
      n,
      () => removing(id),
      () => release(messages, id),
    )
    if (others) expect({ isRemoved: others.result }).toEqual({ isRemoved: released === null })
    expect(await isThere(id)).toBe(released !== null)
  })

  test.each(steps(40))('stays, although its ninety days are over (request %i)', async (n) => {
    const things = newThings()
    const id = await addThing(things, 91 * 24, SPAM)
    await foldAll(things)
    const sweep = async () => {
      for (const part of await partsOf(things)) await mend(things, await checkTile(things, part))
    }
    const { others } = await atRequest(n, () => release(things, id), sweep)
    const isReleased = others !== undefined && others.result !== null
    expect(await read(things, id)).toEqual(isReleased ? expect.anything() : null)
  })
})

test('a removal whose remover died counts, and housekeeping finishes it', async () => {
  const things = newThings()
  const id = await addThing(things)
  expect(await whileFailing(/^put gone/, () => remove(things, id))).toBe(true)
  expect(await read(things, id)).toBeNull()
  expect(await remove(things, id)).toBe(false)
  const { rows } = await list(things, { order: orderOf(things.form, ''), limit: 1 })
  expect(rows).toEqual([])
  for (const part of await partsOf(things)) await mend(things, await checkTile(things, part))
  const left = (await kv.list('')).filter((key) => /^(rec|state)/.test(key) && key.includes(id))
  expect(left).toEqual([])
})

test('one of two removers hears of it, though the answer of a mark was lost', async () => {
  const { id } = await sendTo(messages)
  let other = false
  const removing = async () => void (other = await remove(messages, id))
  const own = await whileUnheard(/^put state/, removing, () => remove(messages, id))
  expect([own, other].filter(Boolean)).toHaveLength(1)
})

test('a held sign-up that another release has listed meanwhile stays', async () => {
  const held = await sendTo(calmist, SIGNALS, 'held')
  const others = async () => {
    expect(await release(calmist, held.id)).toEqual({ id: held.id })
  }
  await whileOther(/^put state/, others, () => release(calmist, held.id))
  const row = await read(calmist, held.id)
  expect(row && isHeldRow(row)).toBe(false)
})

/** The requests of a release before it looks at the listed one. A later deletion counts as later. */
const BEFORE_THE_LOOK = 6

test.each(steps(BEFORE_THE_LOOK))(
  'a held sign-up is listed if the listed one of its address is deleted meanwhile (request %i)',
  async (n) => {
    const held = await sendTo(calmist, SIGNALS, 'held')
    const { id } = await sendTo(calmist, [], 'listed')
    const removing = () => remove(calmist, id)
    const { own } = await atRequest(n, removing, () => release(calmist, held.id))
    expect(own).toEqual({ id: held.id })
    const row = await read(calmist, held.id)
    expect(row && isHeldRow(row)).toBe(false)
  },
)
