import { describe, expect, test, vi } from 'vitest'
import { idOf, isMarked } from '#server/collections/keys.ts'
import { changeState, read, remove } from '#server/collections/records.ts'
import { gapIn } from '#server/collections/rows/gap.ts'
import { coverableFrom, forgetManifest } from '#server/collections/rows/manifest.ts'
import { forgetRecent, keepRecent, readRecent } from '#server/collections/rows/recent.ts'
import { forgetRows, isKept, keep, rowAt } from '#server/collections/rows/row-at.ts'
import { NEWEST, OLDEST } from '#server/collections/spans.ts'
import { readState } from '#server/collections/state.ts'
import type { Collection } from '#server/collections/collection.ts'
import { withRequestContext } from '#server/http/request-context.ts'
import * as kv from '#server/storage/kv.ts'
import { addThing, askedIn, newThings, recordOf, SPAM, useThings, whileFailing } from '../things.ts'

useThings()

const everything = { from: NEWEST, to: OLDEST }
const note = () => ({ note: 'x' })
const keyOf = ({ name }: Collection, id: string) => `rec/${name}/${id}`
const writes = (asked: readonly string[]) => asked.filter((one) => !one.startsWith('get'))

test('a key says which record it is, and whether it came with signals', () => {
  const id = '8230182399999-0123456789ab'
  expect([idOf(`rec/things/${id}`), idOf(`rec/things/${id}.held`)]).toEqual([id, id])
  expect([isMarked(`rec/things/${id}`), isMarked(`rec/things/${id}.held`)]).toEqual([false, true])
})

describe('a row', () => {
  test('is read once, as long as its state stays', async () => {
    const things = newThings()
    const id = await addThing(things)
    const key = keyOf(things, id)
    expect(isKept(key)).toBe(false)
    expect(await askedIn(() => rowAt(things, key))).toEqual([`get ${key}`])
    expect(isKept(key)).toBe(true)
    expect(await askedIn(() => rowAt(things, key))).toEqual([])
    const row = await changeState(things, id, note)
    const { etag } = await readState(things.name, id)
    expect(isKept(key, etag)).toBe(false)
    // What was sent never changes.
    expect(await askedIn(() => rowAt(things, key, etag))).toEqual([`get state/${things.name}/${id}`])
    expect(isKept(key, etag)).toBe(true)
    expect(await rowAt(things, key, etag)).toEqual({ ...row, etag })
    expect(await rowAt(things, key, etag)).toEqual(await read(things, id))
    forgetRows()
    expect(isKept(key, etag)).toBe(false)
    expect(await rowAt(things, key, etag)).toEqual(await read(things, id))
    expect(await rowAt(things, key)).toMatchObject({ etag: '', state: { revision: 0 } })
  })

  test('of what is gone or damaged is none, and is kept by nobody', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const things = newThings()
    expect(await rowAt(things, keyOf(things, 'nowhere'))).toBeNull()
    await kv.put(keyOf(things, 'damaged'), 'x')
    expect(await rowAt(things, keyOf(things, 'damaged'))).toBeNull()
    expect(isKept(keyOf(things, 'damaged'))).toBe(false)
  })

  test('is kept for each deploy by itself', async () => {
    const things = newThings()
    const key = keyOf(things, await addThing(things))
    await rowAt(things, key)
    expect(await withRequestContext('preview', () => Promise.resolve(isKept(key)))).toBe(false)
    expect(await withRequestContext('preview', () => rowAt(things, key))).toBeNull()
  })

  test('that somebody else has read is kept as it is', async () => {
    const things = newThings()
    const id = await addThing(things)
    const row = await read(things, id)
    if (row) keep('rec/a', row, 'e')
    expect(await rowAt(things, 'rec/a', 'e')).toEqual(row)
  })
})

test('the keys of a span say what is there, what was done with it, and what is left of what is gone', async () => {
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
  expect(await gapIn(things, { from: NEWEST, to: old })).toEqual({
    keys,
    states: new Map([[changed, etag]]),
    removed: new Set([removed]),
    leftovers: [],
  })
  await kv.put(`rec/${things.name}/${removed}`, recordOf(removed))
  await kv.put(`state/${things.name}/${removed}`, null)
  const span = await gapIn(things, everything)
  expect(span.keys).toEqual([...keys, keyOf(things, old)])
  expect(span.leftovers).toEqual([removed, removed])
  // What is known not to be there is not asked for.
  const some = await gapIn(things, everything, { removals: false, states: false })
  expect(some).toMatchObject({ removed: new Set(), states: new Map(), leftovers: [] })
  expect(some.keys).toHaveLength(5)
  const states = await askedIn(() => gapIn(things, everything, { removals: false, states: true }))
  expect(states.map((one) => one.split('/')[0]).sort()).toEqual([
    'get prefix=rec',
    'get prefix=state',
  ])
})

describe('what is recent', () => {
  /** Young ones, a held one among them, and one that is old. */
  async function recent() {
    const things = newThings()
    await forgetManifest(things.name)
    const ids = [await addThing(things), await addThing(things, 1, SPAM)]
    await addThing(things, 3)
    return { things, ids, file: `rows/${things.name}/recent` }
  }

  test('is in one file, from which a new instance reads all of it at once', async () => {
    const { things, ids, file } = await recent()
    await keepRecent(things)
    forgetRows()
    expect(await askedIn(() => readRecent(things))).toEqual([`get ${file}`])
    const [plain = '', held = ''] = ids
    const keys = [keyOf(things, plain), `${keyOf(things, held)}.held`]
    const read = () => Promise.all(keys.map((key) => rowAt(things, key)))
    expect(await askedIn(read)).toEqual([])
    expect((await read()).map((row) => row?.id)).toEqual(ids)
    // Once in its life.
    expect(await askedIn(() => readRecent(things))).toEqual([])
    const preview = () => withRequestContext('preview', () => readRecent(things))
    expect(await askedIn(preview)).toHaveLength(1)
    forgetRecent()
    expect(await askedIn(() => readRecent(things))).toEqual([`get ${file}`])
  })

  test('is written anew only where others are recent by now', async () => {
    const { things, ids, file } = await recent()
    expect(writes(await askedIn(() => keepRecent(things)))).toEqual([`put ${file}`])
    expect(writes(await askedIn(() => keepRecent(things)))).toEqual([])
    await addThing(things)
    expect(writes(await askedIn(() => keepRecent(things)))).toEqual([`put ${file}`])
    for (const id of ids) await remove(things, id)
    expect(writes(await askedIn(() => keepRecent(things)))).toEqual([`put ${file}`])
    await forgetRecentOf(things)
    expect(await kv.getFile(file)).toBeNull()
  })

  /** Removes whatever is young, and writes the file. */
  async function forgetRecentOf(things: Collection) {
    const { keys } = await gapIn(things, { from: NEWEST, to: coverableFrom() })
    for (const key of keys) await remove(things, idOf(key))
    expect(writes(await askedIn(() => keepRecent(things)))).toHaveLength(1)
  }

  test('is missed by nobody where it is lost, damaged, or can’t be read', async () => {
    const { things, file } = await recent()
    await readRecent(things)
    await kv.putFile(file, new ArrayBuffer(9))
    forgetRecent()
    await expect(readRecent(things)).resolves.toBeUndefined()
    forgetRecent()
    await expect(whileFailing(/recent/, () => readRecent(things))).resolves.toBeUndefined()
  })

  test('is not asked for in a collection without a manifest', async () => {
    const things = newThings()
    await addThing(things)
    expect(await askedIn(() => keepRecent(things))).toEqual([`get rows/${things.name}/manifest`])
  })
})
