import { expect, test } from 'vitest'
import type { Collection } from '#server/collections/collection.ts'
import { total } from '#server/collections/counts.ts'
import { changeState, remove } from '#server/collections/records.ts'
import { readManifest } from '#server/collections/rows/manifest.ts'
import { fold } from '#server/collections/rows/fold.ts'
import * as kv from '#server/storage/kv.ts'
import { addThing, askedIn, foldAll, newThings, SPAM, whileFailing } from '../things.ts'
import { seeAll, useViews } from './viewed.ts'

useViews()

const seen = () => ({ seenAt: '2026-01-31' })
const gapsOf = async ({ name }: Collection) =>
  (await readManifest(name))?.tiles.filter(({ chunks }) => chunks === null) ?? []

/** Seven records of one gap that was counted and has no rows: one is seen, one held, one gone. */
async function counted() {
  const things = newThings()
  const ids: string[] = []
  for (let ago = 3; ago < 10; ago++) ids.push(await addThing(things, ago, ago === 5 ? SPAM : {}))
  await changeState(things, ids[0] ?? '', seen)
  await remove(things, ids[6] ?? '')
  await seeAll(things)
  // No record can be read: then nothing but keys and states can be.
  await whileFailing(/^get rec/, () => fold(things)).catch(() => undefined)
  return { things, ids }
}

test('a gap that was counted says how many there are, and is listed for a page of it', async () => {
  const { things, ids } = await counted()
  const gaps = await gapsOf(things)
  expect(gaps.map(({ counted }) => counted?.shown.rows)).toEqual([2, 1, 2])
  expect(gaps[0]?.counted?.shown).toEqual({ rows: 2, unseen: 1, unanswered: 2 })
  expect(gaps[1]?.counted?.held.rows).toBe(1)
  // They were added late, so each has a hint; these two have come in time.
  const [third = '', fourth = ''] = [ids[2], ids[3]]
  for (const id of [third, fourth]) {
    for (const key of await kv.list(`hint/${things.name}/${id}`)) await kv.remove(key)
  }
  // What is open is listed, and the gaps of the two that were changed.
  const asked = await askedIn(() => total(things))
  expect(asked.filter((one) => one.startsWith('get prefix=rec/'))).toHaveLength(3)
  expect(await seeAll(things)).toEqual({
    shown: [ids[0], ids[1], ids[3], ids[4], ids[5]],
    held: [ids[2]],
  })
})

test('a hint of one of its ids makes the count worth nothing', async () => {
  const { things, ids } = await counted()
  await remove(things, ids[4] ?? '')
  expect((await total(things)).shown.rows).toBe(4)
  expect(await foldAll(things)).toBe(true)
  expect(await gapsOf(things)).toEqual([])
  expect((await total(things)).shown.rows).toBe(4)
})
