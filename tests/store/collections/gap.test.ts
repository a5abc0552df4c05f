import { expect, test } from 'vitest'
import { remove, changeState } from '#server/collections/change.ts'
import { listSpan, listNewest, NEWEST, OLDEST } from '#server/collections/spans.ts'
import { readState } from '#server/collections/current.ts'
import type { Collection } from '#server/collections/collection.ts'
import * as kv from '#server/storage/kv.ts'
import { addThing, askedIn, newThings, recordOf, SPAM, useThings } from '../things.ts'

useThings()

const limit = { pages: 9, isMore: () => true }
const everything = { from: NEWEST, to: OLDEST }
const note = () => ({ note: 'x' })
const keyOf = ({ name }: Collection, id: string) => `rec/${name}/${id}`

test('a span’s keys give its records, states, removals and leftovers of removed records', async () => {
  const things = newThings()
  const [young, held, changed, removed, old] = [
    await addThing(things),
    await addThing(things, 1, SPAM),
    await addThing(things, 2),
    await addThing(things, 3),
    await addThing(things, 4),
  ]
  await changeState(things, changed, note)
  await remove(things, removed)
  const { etag } = await readState(things.name, changed)
  const keys = [keyOf(things, young), `${keyOf(things, held)}.held`, keyOf(things, changed)]
  expect(await listSpan(things, { from: NEWEST, to: old })).toEqual({
    keys,
    states: new Map([[changed, etag]]),
    removed: new Set([removed]),
    leftovers: [],
  })
  await kv.put(`rec/${things.name}/${removed}`, recordOf(removed))
  await kv.put(`state/${things.name}/${removed}`, null)
  const span = await listSpan(things, everything)
  expect(span.keys).toEqual([...keys, keyOf(things, old)])
  expect(span.leftovers).toEqual([removed, removed])
  const newest = await listNewest(things, everything, limit)
  expect(newest).toMatchObject({ keys: span.keys, states: span.states, to: OLDEST })
  // It lists no states if no hint says that one exists.
  const untouched = () => listNewest(things, everything, { ...limit, listsChanges: false })
  const some = await untouched()
  expect(some.states).toEqual(new Map())
  expect(some.keys).toHaveLength(5)
  expect(await askedIn(untouched)).toHaveLength(1)
})
