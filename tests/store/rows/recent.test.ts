import { gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { idOf } from '#server/collections/keys.ts'
import { remove, changeState } from '#server/collections/change.ts'
import { listSpan, NEWEST } from '#server/collections/spans.ts'
import { newestTiled, forgetManifest } from '#server/collections/rows/manifest.ts'
import { rowAt, writeRecentFile, loadRecent } from '#server/collections/rows/recent.ts'
import type { Collection } from '#server/collections/collection.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { forget } from '../../api/rows.ts'
import { addThing, askedIn, clock, newThings, SPAM, useThings, whileFailing } from '../things.ts'

useThings()

const keyOf = ({ name }: Collection, id: string) => `rec/${name}/${id}`
const writes = (asked: readonly string[]) => asked.filter((one) => !one.startsWith('get'))

describe('the file of recent rows', () => {
  /** Adds a young record, a young held record and an old record. */
  async function recent() {
    const things = newThings()
    await forgetManifest(things.name)
    const ids = [await addThing(things), await addThing(things, 1, SPAM)]
    await addThing(things, 3)
    return { things, ids, file: `rows/${things.name}/recent` }
  }

  test('gives a new instance all recent rows with one read', async () => {
    const { things, ids, file } = await recent()
    await writeRecentFile(things)
    forget()
    expect(await askedIn(() => loadRecent(things))).toEqual([`get ${file}`])
    const [plain = '', held = ''] = ids
    const keys = [keyOf(things, plain), `${keyOf(things, held)}.held`]
    const read = () => Promise.all(keys.map((key) => rowAt(things, key)))
    expect(await askedIn(read)).toEqual([])
    expect((await read()).map((row) => row?.id)).toEqual(ids)
    // An instance reads the file once.
    expect(await askedIn(() => loadRecent(things))).toEqual([])
    forget()
    expect(await askedIn(() => loadRecent(things))).toEqual([`get ${file}`])
  })

  test('gives it what was done with them too, until it changes again', async () => {
    const { things, ids } = await recent()
    const [id = ''] = ids
    await changeState(things, id, () => ({ seenAt: 'first' }))
    await writeRecentFile(things)
    const seenAt = async () => {
      const { states } = await listSpan(things, { from: NEWEST, to: newestTiled() })
      return async () => (await rowAt(things, keyOf(things, id), states.get(id)))?.state.seenAt
    }
    const first = await seenAt()
    forget()
    await loadRecent(things)
    expect(await askedIn(first)).toEqual([])
    expect(await first()).toBe('first')
    await changeState(things, id, () => ({ seenAt: 'second' }))
    forget()
    await loadRecent(things)
    expect(await (await seenAt())()).toBe('second')
  })

  test('is rewritten only if a recent record came, went or changed', async () => {
    const { things, ids, file } = await recent()
    expect(writes(await askedIn(() => writeRecentFile(things)))).toEqual([`put ${file}`])
    expect(writes(await askedIn(() => writeRecentFile(things)))).toEqual([])
    await changeState(things, ids[0] ?? '', () => ({ seenAt: 'x' }))
    expect(writes(await askedIn(() => writeRecentFile(things)))).toEqual([`put ${file}`])
    expect(writes(await askedIn(() => writeRecentFile(things)))).toEqual([])
    await addThing(things)
    expect(writes(await askedIn(() => writeRecentFile(things)))).toEqual([`put ${file}`])
    for (const id of ids) await remove(things, id)
    expect(writes(await askedIn(() => writeRecentFile(things)))).toEqual([`put ${file}`])
    await forgetRecentOf(things)
    expect(await kv.getFile(file)).toBeNull()
  })

  /** Removes all young records and updates the file. */
  async function forgetRecentOf(things: Collection) {
    const { keys } = await listSpan(things, { from: NEWEST, to: newestTiled() })
    for (const key of keys) await remove(things, idOf(key))
    expect(writes(await askedIn(() => writeRecentFile(things)))).toHaveLength(1)
  }

  test('is not needed: a lost, damaged or unreadable file causes no error', async () => {
    const { things, file } = await recent()
    await loadRecent(things)
    await kv.putFile(file, new ArrayBuffer(9))
    forget()
    await expect(loadRecent(things)).resolves.toBeUndefined()
    forget()
    await expect(whileFailing(/recent/, () => loadRecent(things))).resolves.toBeUndefined()
  })

  test('leaves out a damaged record', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { things, ids, file } = await recent()
    await kv.put(keyOf(things, newId(clock.now)), 'x')
    await writeRecentFile(things)
    forget()
    await loadRecent(things)
    expect(await askedIn(() => rowAt(things, keyOf(things, ids[0] ?? '')))).toEqual([])
    const rows = gunzipSync((await kv.getFile(file)) ?? new ArrayBuffer(0)).toString()
    expect((JSON.parse(rows) as { id: string }[]).map(({ id }) => id)).toEqual(ids)
  })

  test('is not read in a collection without a manifest', async () => {
    const things = newThings()
    await addThing(things)
    expect(await askedIn(() => writeRecentFile(things))).toEqual([
      `get rows/${things.name}/manifest`,
    ])
  })
})
