import { beforeEach, expect, test } from 'vitest'
import { CHANGED, INSERTED, MISSING } from '#server/audit/check-log.ts'
import { EMERGENCY, entryIn, HEADS, LOG, MACHINE, type Entry } from '#server/audit/entry.ts'
import { log, logKeysAfter, readLog } from '#server/audit/log.ts'
import * as kv from '#server/storage/kv.ts'
import { isId, newId } from '#server/storage/record-id.ts'
import {
  askedIn,
  clock,
  HOUR,
  useThings,
  whileForgotten,
  whileOther,
  whileUnheard,
} from '../things.ts'
import { faultsInLog, logKeys, restoreAllHeads } from './whole-log.ts'

useThings()

const asha = { id: 'asha', name: 'Asha' }
const bo = { id: 'bo', name: 'Bo' }
const DAY = 24 * HOUR

beforeEach(async () => {
  for (const key of [...(await kv.list(LOG)), ...(await kv.list(HEADS))]) await kv.remove(key)
  for (const who of [asha, bo, asha]) {
    clock.now += 1_000
    await log(who, 'answered', { collection: 'contact', id: 'x' })
  }
})

const keysOf = async (id: string) => {
  const keys = await logKeys()
  const found = await Promise.all(keys.map(async (key) => (await kv.get(key))?.value as Entry))
  return keys.filter((_, i) => found[i]?.who.id === id)
}

const KEY = LOG + newId(clock.now)
const WHOLE = {
  ...{ at: '2026-01-31T00:00:00.000Z', who: asha, act: 'answered', about: {}, chain: 'a' },
  before: { key: KEY, hash: 'h' },
}

test('an entry is whole with or without one before', () => {
  expect(entryIn(KEY, WHOLE)).toBe(WHOLE)
  expect(entryIn(KEY, { ...WHOLE, before: null })).not.toBeNull()
})

test.each([
  ['nothing', undefined],
  ['a text', 'text'],
  ['a list', [WHOLE]],
  ['no time', { ...WHOLE, at: 7 }],
  ['nobody', { ...WHOLE, who: null }],
  ['no id of a person', { ...WHOLE, who: { name: 'Asha' } }],
  ['no name', { ...WHOLE, who: { id: 'asha' } }],
  ['no subject', { ...WHOLE, about: undefined }],
  ['no chain', { ...WHOLE, chain: undefined }],
  ['an unknown act', { ...WHOLE, act: 'sang' }],
  ['nothing said of the one before', { ...WHOLE, before: undefined }],
  ['a text for the one before', { ...WHOLE, before: KEY }],
  ['one before without a key', { ...WHOLE, before: { hash: 'h' } }],
])('an entry with %s is damaged', (_, value) => {
  expect(entryIn(KEY, value)).toBeNull()
})

test('an entry under another kind of name is damaged', () => {
  expect(entryIn(`${LOG}7`, WHOLE)).toBeNull()
})

test('who acts without being a person has a name', () => {
  expect([EMERGENCY, MACHINE]).toEqual([
    { id: 'emergency', name: 'emergency password' },
    { id: 'machine', name: 'command on this machine' },
  ])
})

test('a damaged entry of no chain is named, and is not read', async () => {
  const key = LOG + newId(clock.now - 500)
  await kv.put(key, 'garbage')
  expect(await faultsInLog()).toEqual([[key, CHANGED]])
  const { items } = await readLog('', null)
  expect(items).toHaveLength(3)
  expect(items.every(({ id }) => isId(id))).toBe(true)
})

test('the collection of an act is under its hash too', async () => {
  const [key = ''] = await keysOf('asha')
  const entry = (await kv.get(key))?.value as Entry
  await kv.put(key, { ...entry, about: { ...entry.about, collection: 'eir' } })
  expect(await faultsInLog()).toEqual([[key, CHANGED]])
})

test.each([null, 'garbage', { key: 'x' }, { entry: {} }])(
  'a damaged head leaves its chain unknown, and no other: %o',
  async (head) => {
    const own = await keysOf('asha')
    await kv.put(`${HEADS}asha`, head)
    expect(await faultsInLog()).toEqual(own.map((key) => [key, INSERTED]))
  },
)

test('an act whose confirmation is lost is there once, though another one came', async () => {
  clock.now += 1_000
  const another = () => log(asha, 'note', { id: 'another' })
  const act = () => log(asha, 'note', { id: 'once' })
  expect(isId(await whileUnheard(/^put log-head\/asha/, another, act))).toBe(true)
  await whileUnheard(
    /^put log-head\/cy/,
    () => Promise.resolve(),
    () => log({ ...asha, id: 'cy' }, 'note', { id: 'first' }),
  )
  const { items } = await readLog('', null)
  const ids = items.map(({ about }) => about.id).slice(0, 3)
  expect(ids.sort()).toEqual(['another', 'first', 'once'])
  expect(items).toHaveLength(6)
  expect(await faultsInLog()).toEqual([])
})

test('an act between the listing and the heads is no fault', async () => {
  const act = () => log(asha, 'note')
  expect(await whileOther(/^get prefix=log-head/, act, faultsInLog)).toEqual([])
  const two = () => act().then(act)
  expect(await whileOther(/^get prefix=log-head/, two, faultsInLog)).toEqual([])
})

test('a changed entry is named even if it came after the listing', async () => {
  const act = async () => {
    await log(asha, 'note')
    const [key = ''] = await logKeys()
    await kv.put(key, { ...((await kv.get(key))?.value as Entry), act: 'erased' })
  }
  const found = await whileOther(/^get prefix=log-head/, act, faultsInLog)
  expect(found).toEqual([[(await logKeys())[0], CHANGED]])
})

test('an entry that goes after the listing is named', async () => {
  const [key = ''] = await keysOf('bo')
  const go = () => kv.remove(key)
  const read = () => readLog('', null)
  const entry = (await kv.get(key))?.value
  const { items } = await whileOther(new RegExp(`^get ${key}$`), go, read)
  expect(items.map(({ who }) => who.id)).toEqual(['asha', 'asha'])
  await kv.put(key, entry)
  const found = await whileOther(/^get prefix=log-head/, go, faultsInLog)
  expect(found).toContainEqual([key, MISSING])
})

test('an entry is missed for 399 days', async () => {
  const [, oldest = ''] = await keysOf('asha')
  await kv.remove(oldest)
  clock.now += 398 * DAY
  expect(await faultsInLog()).toEqual([[oldest, MISSING]])
  clock.now += 2 * DAY
  expect(await faultsInLog()).toEqual([])
})

/** More entries than a page of keys has, newer than all others, and none of them whole. */
async function addPage() {
  const keys = Array.from({ length: 1_100 }, () => LOG + newId(clock.now + HOUR))
  await Promise.all(keys.map((key) => kv.put(key, null)))
}

test('a log of several pages is read to its end', async () => {
  await addPage()
  expect(await logKeysAfter('')).toHaveLength(1_000)
  expect(await logKeysAfter('', 2_000)).toHaveLength(1_103)
  expect(await logKeysAfter('', 1)).toHaveLength(1)
  const last = (await logKeys()).at(-1) ?? ''
  const before = await logKeysAfter((await logKeys()).at(-2)?.slice(LOG.length) ?? '')
  expect(before).toEqual([last])
  const heads = await kv.list(HEADS)
  for (const head of heads) await kv.remove(head)
  await restoreAllHeads()
  expect(await kv.list(HEADS)).toHaveLength(heads.length)
  const named = (await faultsInLog()).filter(([, what]) => what !== CHANGED)
  expect(named).toEqual([])
})

test('a chain that has its head gets no second one', async () => {
  const heads = await kv.list(HEADS)
  await restoreAllHeads()
  expect(await kv.list(HEADS)).toEqual(heads)
  await log(asha, 'note')
  expect(await faultsInLog()).toEqual([])
})

test('after a restore a person begins another chain, beside the restored one', async () => {
  for (const head of await kv.list(HEADS)) await kv.remove(head)
  await log(asha, 'restored')
  await restoreAllHeads()
  expect(await kv.list(HEADS)).toHaveLength(3)
  expect(await faultsInLog()).toEqual([])
})

test('one wrong answer of the store accuses nobody, and hides nothing', async () => {
  const [newest = '', ...others] = await keysOf('asha')
  const forgotten = [HEADS, LOG].map((root) => `prefix=${root}`)
  const gone = [`${HEADS}asha`, newest, ...others]
  for (const request of [...forgotten, ...gone]) {
    const found = await whileForgotten(new RegExp(`^get ${request}`), faultsInLog)
    expect(found, request).toEqual([])
  }
  for (const key of [newest, ...others]) {
    const read = await whileForgotten(new RegExp(`^get ${key}$`), () => readLog('', null))
    expect(read.items).toHaveLength(3)
  }
  const heads = await kv.list(HEADS)
  await whileForgotten(/^get prefix=log-head/, restoreAllHeads)
  await whileForgotten(/^get log-head.asha$/, restoreAllHeads)
  expect(await kv.list(HEADS)).toEqual(heads)
})

test('an entry that can never be read is named, and hides no other', async () => {
  const [lost = ''] = await keysOf('asha')
  const isLost = <Result>(act: () => Promise<Result>) =>
    whileForgotten(new RegExp(`^get ${lost}$`), act, Infinity)
  expect(await isLost(faultsInLog)).toEqual([[lost, CHANGED]])
  expect((await isLost(() => readLog('', null))).items).toHaveLength(2)
})

test('a whole log is checked with one request for each key, and two listings', async () => {
  const keys = [...(await logKeys()), ...(await kv.list(HEADS))]
  expect((await askedIn(faultsInLog)).length).toBe(keys.length + 2)
})
