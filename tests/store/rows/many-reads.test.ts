import { expect, test } from 'vitest'
import { keySegment } from '#server/collections/rows/key-segment.ts'
import { NEWEST, OLDEST } from '#server/collections/spans.ts'
import { addThing, askedIn, newThings, useThings } from '../things.ts'

useThings()

const everything = { from: NEWEST, to: OLDEST }

test('a search reads no more than a thousand records, and those that were read before', async () => {
  const things = newThings()
  const keys = Array.from({ length: 1_003 }, (_, i) => `rec/${things.name}/${7_000 + i}`)
  const segment = keySegment(things, everything, keys, new Map())
  expect(await askedIn(() => segment.lines(false))).toHaveLength(1_000)
  const id = await addThing(things)
  const known = keySegment(things, everything, [...keys, `rec/${things.name}/${id}`], new Map())
  await known.lines(false, { behind: '8100', most: 9 })
  expect((await known.lines(false)).ids).toEqual([id])
})
