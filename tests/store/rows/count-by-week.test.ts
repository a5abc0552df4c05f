import { expect, test } from 'vitest'
import { remove } from '#server/collections/change.ts'
import { readManifest } from '#server/collections/rows/manifest.ts'
import { countByWeek, WEEK_MS } from '#server/collections/counts.ts'
import { withRequestContext } from '#server/storage/request-context.ts'
import { forget } from '../../api/rows.ts'
import { foldAll, addThing, askedIn, clock, HOUR, newThings, SPAM } from '../things.ts'
import { thingsOf, useViews } from './viewed.ts'

useViews()

test('records are counted by week from keys and tiles, without held ones', async () => {
  const DAY = 24
  const days = [0, 1, 6.9, 7.1, 20, 21, 27.9, 29]
  const { things, ids } = await thingsOf(...days.map((one) => one * DAY))
  await addThing(things, 2 * DAY, SPAM)
  const counted = () => countByWeek(things, 4, clock.now)
  expect(await counted()).toEqual([3, 1, 1, 2])
  await foldAll(things)
  expect(await counted()).toEqual([3, 1, 1, 2])
  // A record from the future counts as this week's.
  await addThing(things, -0.5)
  await remove(things, ids[4] ?? '')
  expect(await counted()).toEqual([4, 1, 0, 2])
  expect(WEEK_MS).toBe(7 * DAY * HOUR)
  expect(await countByWeek(newThings(), 2, clock.now)).toEqual([0, 0])
})

test('a part’s rows are read only if a week ends within the part', async () => {
  const { things } = await thingsOf(24, 26, 48, 50, 24 * 8, 24 * 9)
  await foldAll(things)
  const tiles = (await readManifest(things.name))?.tiles.map(({ chunks }) => chunks?.shown.rows)
  expect(tiles).toEqual([2, 2, 2])
  const reads = async (weeks: number) => {
    forget()
    const asked = await askedIn(() => countByWeek(things, weeks, clock.now))
    return asked.filter((one) => /get rows\/[^/]+\/\d/.test(one)).length
  }
  // The three tiles have the days 1, 2 and 8 to 9.
  expect([await reads(1), await reads(2)]).toEqual([1, 2])
})

test('an older part that could not be read is missing in no week', async () => {
  const { things, ids } = await thingsOf(24, 25, 24 * 100, 24 * 101)
  await foldAll(things)
  await remove(things, ids[3] ?? '')
  const counted = (weeks: number) =>
    withRequestContext('dev', () => countByWeek(things, weeks, clock.now), {
      storageMs: HOUR,
      spare: 0,
    })
  expect(await counted(2)).toEqual([2, 0])
  await expect(counted(20)).rejects.toThrow('Not all records could be looked at yet.')
})

test('records without rows are counted by their keys; no record is read', async () => {
  const { things, ids } = await thingsOf(0, 1, 24, 24 * 8)
  forget()
  const asked = await askedIn(() => countByWeek(things, 2, clock.now))
  expect(await countByWeek(things, 2, clock.now)).toEqual([3, 1])
  // Every reader reads a record that has a hint.
  const read = asked.filter((one) => one.startsWith('get rec/') && !one.includes(ids[1] ?? ''))
  expect(read).toEqual([])
})
