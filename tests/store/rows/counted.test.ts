import { expect, test } from 'vitest'
import type { Collection } from '#server/collections/collection.ts'
import { total } from '#server/collections/counts.ts'
import { remove, changeState } from '#server/collections/change.ts'
import { readManifest } from '#server/collections/rows/manifest.ts'
import { fold } from '#server/collections/rows/fold.ts'
import * as kv from '#server/storage/kv.ts'
import { addThing, askedIn, foldAll, newThings, SPAM, whileFailing } from '../things.ts'
import { seeAll, useViews } from './viewed.ts'

useViews()

const seen = () => ({ seenAt: '2026-01-31' })
const gapsOf = async ({ name }: Collection) =>
  (await readManifest(name))?.tiles.filter(({ chunks }) => chunks === null) ?? []

/** A gap of seven records that is counted but has no rows: one is seen, one held, one removed. */
async function counted() {
  const things = newThings()
  const ids: string[] = []
  for (let ago = 3; ago < 10; ago++) ids.push(await addThing(things, ago, ago === 5 ? SPAM : {}))
  await changeState(things, ids[0] ?? '', seen)
  await remove(things, ids[6] ?? '')
  await seeAll(things)
  // The fold can't read records, so it only counts keys and states.
  await whileFailing(/^get rec/, () => fold(things)).catch(() => undefined)
  return { things, ids }
}

test('a counted gap gives its counts, and is listed only for a page', async () => {
  const { things, ids } = await counted()
  const gaps = await gapsOf(things)
  expect(gaps.map(({ counted }) => counted?.shown.rows)).toEqual([2, 1, 2])
  expect(gaps[0]?.counted?.shown).toEqual({ rows: 2, unseen: 1, unanswered: 2 })
  expect(gaps[1]?.counted?.held.rows).toBe(1)
  // Late records have hints. Without their hints, these two count as added in time.
  const [third = '', fourth = ''] = [ids[2], ids[3]]
  for (const id of [third, fourth]) {
    for (const key of await kv.list(`hint/${things.name}/${id}`)) await kv.remove(key)
  }
  // The open part is listed, and so are the gaps of the two changed records.
  const asked = await askedIn(() => total(things))
  expect(asked.filter((one) => one.startsWith('get prefix=rec/'))).toHaveLength(3)
  expect(await seeAll(things)).toEqual({
    shown: [ids[0], ids[1], ids[3], ids[4], ids[5]],
    held: [ids[2]],
  })
})

test('a hint of one of its ids makes the count invalid', async () => {
  const { things, ids } = await counted()
  await remove(things, ids[4] ?? '')
  expect((await total(things)).shown.rows).toBe(4)
  expect(await foldAll(things)).toBe(true)
  expect(await gapsOf(things)).toEqual([])
  expect((await total(things)).shown.rows).toBe(4)
})
