import { beforeEach, expect, test } from 'vitest'
import { CHANGED, completeLog, INSERTED, MISSING } from '#server/audit/check-log.ts'
import { HEADS, LOG, LOG_DAYS, type Entry } from '#server/audit/entry.ts'
import { log, readLog } from '#server/audit/log.ts'
import { checkStore } from '#server/housekeeping/check.ts'
import { sweepExpired } from '#server/housekeeping/mend.ts'
import { StorageDown } from '#server/storage/faults.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { clock, HOUR, useThings, whileFailing } from '../things.ts'
import { faultsInLog, logKeys, restoreAllHeads } from './whole-log.ts'

useThings()

const asha = { id: 'asha', name: 'Asha' }
const bo = { id: 'bo', name: 'Bo' }
const ACTS = 12

/** The keys of Asha's entries, the newest first. */
let own: string[] = []
beforeEach(async () => {
  for (const key of [...(await kv.list(LOG)), ...(await kv.list(HEADS))]) await kv.remove(key)
  for (let i = 0; i < ACTS; i++) {
    clock.now += 1_000
    await log(i % 3 === 0 ? bo : asha, 'answered', { collection: 'contact', id: `${i}` })
  }
  const keys = await logKeys()
  const entries = await Promise.all(keys.map(entryAt))
  own = keys.filter((_, i) => entries[i]?.who.id === asha.id)
})

const entryAt = async (key: string) => (await kv.get(key))?.value as Entry

test('a log that nobody touched has no fault, and reads the newest first', async () => {
  expect(await faultsInLog()).toEqual([])
  const { items, next } = await readLog('', null)
  expect(items.map(({ about }) => about.id)).toEqual(
    Array.from({ length: ACTS }, (_, i) => String(ACTS - 1 - i)),
  )
  expect(next).toBeNull()
  expect((await readLog('', 'bo')).items.map(({ who }) => who.name)).toEqual(Array(4).fill('Bo'))
})

/** The newest, one in the middle, and the oldest of a chain. */
const places = [0, 3, 7]

test.each(places)('an entry that was changed is named: number %d', async (at) => {
  const key = own[at] ?? ''
  const before = await entryAt(key)
  const changes: Partial<Entry>[] = [
    { act: 'deleted' },
    { at: new Date(0).toISOString() },
    { who: bo },
    { who: { ...asha, name: 'Asha B' } },
    { about: { ...before.about, id: '99' } },
    { about: {} },
    { chain: 'other' },
    { before: { key: own.at(-1) ?? '', hash: 'x' } },
    { before: null },
  ]
  for (const change of changes) {
    await kv.put(key, { ...before, ...change })
    const isSame = JSON.stringify({ ...before, ...change }) === JSON.stringify(before)
    if (!isSame) expect((await faultsInLog()).map(([one]) => one)).toContain(key)
  }
  for (const garbage of [null, 'text', { ...before, act: 'unknown' }, { at: before.at }]) {
    await kv.put(key, garbage)
    expect(await faultsInLog()).toContainEqual([key, CHANGED])
  }
})

test.each(places)('an entry that was dropped is named: number %d', async (at) => {
  const key = own[at] ?? ''
  await kv.remove(key)
  expect(await faultsInLog()).toEqual([[key, MISSING]])
})

test.each(places)('an entry that was put in is named: before number %d', async (at) => {
  const twin = await entryAt(own[at] ?? '')
  const key = LOG + newId(Date.parse(twin.at) - 500)
  for (const entry of [twin, { ...twin, chain: 'made-up' }, { ...twin, before: null }]) {
    await kv.put(key, entry)
    expect(await faultsInLog()).toEqual([[key, INSERTED]])
  }
})

test('an entry that is newer than all is named too', async () => {
  const key = LOG + newId(clock.now + HOUR)
  await kv.put(key, await entryAt(own[0] ?? ''))
  expect(await faultsInLog()).toEqual([[key, INSERTED]])
})

test.each(places.slice(0, 2))('two entries that were swapped are named: from %d', async (at) => {
  const [one = '', other = ''] = own.slice(at)
  const values = [await entryAt(one), await entryAt(other)]
  await kv.put(one, values[1])
  await kv.put(other, values[0])
  const named = (await faultsInLog()).map(([key]) => key)
  expect(named).toEqual(expect.arrayContaining([one, other]))
  expect(named.every((key) => [one, other].includes(key))).toBe(true)
})

test('store:check names what is wrong, and goes through a long log in portions', async () => {
  for (let i = 0; i < 250; i++) await log(asha, 'note', { id: `${i}` })
  expect(await checkStore({ fix: false })).toEqual([])
  const keys = await logKeys()
  const [gone = '', changed = ''] = [keys[120], keys[240]]
  await kv.remove(gone)
  await kv.put(changed, { ...(await entryAt(changed)), act: 'erased' })
  expect(await checkStore({ fix: true })).toEqual(
    expect.arrayContaining([
      { what: MISSING, keys: [gone] },
      { what: CHANGED, keys: [changed] },
    ]),
  )
})

test('an act whose second write fails is there with the next act, or with the check', async () => {
  const act = () => log(asha, 'note', { id: 'torn' })
  await expect(whileFailing(/^put log\//, act)).rejects.toBeInstanceOf(StorageDown)
  expect((await readLog('', null)).items).toHaveLength(ACTS)
  await completeLog()
  expect((await readLog('', null)).items[0]?.about.id).toBe('torn')
  await expect(whileFailing(/^put log\//, act)).rejects.toBeInstanceOf(StorageDown)
  await log(asha, 'note')
  expect((await readLog('', null)).items).toHaveLength(ACTS + 3)
  expect(await faultsInLog()).toEqual([])
})

test('twenty acts at once make one chain, whatever the clock says', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => {
      clock.now += i % 2 === 0 ? HOUR : -HOUR
      return log(asha, 'note', { id: `${i}` })
    }),
  )
  expect(await faultsInLog()).toEqual([])
  expect(await logKeys()).toHaveLength(ACTS + 20)
})

test('entries are kept for 400 days, and no check misses the older ones', async () => {
  clock.now += LOG_DAYS * 24 * HOUR - HOUR
  await log(asha, 'note', { id: 'late' })
  await sweepExpired(() => true)
  expect(await logKeys()).toHaveLength(ACTS + 1)
  clock.now += 2 * HOUR
  await sweepExpired(() => true)
  expect(await logKeys()).toHaveLength(1)
  expect(await faultsInLog()).toEqual([])
})

test('what is older comes back with no act, check or command, and its names are gone', async () => {
  await expect(whileFailing(/^put log\//, () => log(bo, 'note'))).rejects.toBeInstanceOf(
    StorageDown,
  )
  clock.now += LOG_DAYS * 24 * HOUR + HOUR
  await sweepExpired(() => true)
  const heads = await Promise.all((await kv.list(HEADS)).map(kv.get))
  expect(JSON.stringify(heads.map((head) => head?.value))).not.toMatch(/Asha|Bo/)
  await log(asha, 'note', { id: 'after the pause' })
  await checkStore({ fix: true })
  const { items } = await readLog('', null)
  expect(items.map(({ about }) => about.id)).toEqual(['after the pause'])
  expect(await faultsInLog()).toEqual([])
})

test('an expired head is not written into the log again', async () => {
  clock.now += LOG_DAYS * 24 * HOUR + HOUR
  for (const key of await logKeys()) await kv.remove(key)
  await completeLog()
  await log(asha, 'note', { id: 'after the pause' })
  expect(await logKeys()).toHaveLength(1)
  expect(await faultsInLog()).toEqual([])
})

test('a restored log has its heads again', async () => {
  for (const head of await kv.list(HEADS)) await kv.remove(head)
  expect((await faultsInLog()).length).toBe(ACTS)
  await restoreAllHeads()
  expect(await faultsInLog()).toEqual([])
  await kv.remove(own[3] ?? '')
  expect(await faultsInLog()).toEqual([[own[3], MISSING]])
})
