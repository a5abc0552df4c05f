import { expect, test } from 'vitest'
import { fold, recordsToFold } from '#server/collections/rows/fold.ts'
import { hint, readHints } from '#server/collections/rows/hints.ts'
import { NEWEST, OLDEST } from '#server/collections/spans.ts'
import { newId } from '#server/storage/record-id.ts'
import { foldAll, addThing, clock, HOUR, newThings, useThings } from '../things.ts'

useThings()

test('one portion reads at most three hundred records with hints', async () => {
  const things = newThings()
  await readHints(things.name)
  const ids = Array.from({ length: 302 }, (_, i) => newId(clock.now - i))
  const hints = ids.map((id) => ({ key: '', id, awaits: 'record' as const, at: 0 }))
  const { current, skipped, read } = recordsToFold(things, hints)
  await read({ from: NEWEST, to: ids[3] ?? '' })
  expect(current.size).toBe(3)
  expect((await read({ from: ids[3] ?? '', to: OLDEST })).size).toBe(297)
  expect([...skipped]).toEqual(ids.slice(300))
})

test('a fold is not done while more records have hints', async () => {
  const things = newThings()
  await addThing(things, 3)
  await foldAll(things)
  const ids = Array.from({ length: 301 }, (_, i) => newId(clock.now - 4 * HOUR - i))
  await Promise.all(ids.map((id) => hint(things.name, id, 'removal')))
  expect(await fold(things, 100)).toBe(false)
})
