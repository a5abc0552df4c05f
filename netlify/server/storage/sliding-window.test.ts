import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { laterWork, storageUse, withRequestContext } from './request-context.ts'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import * as kv from './kv.ts'
import { useTransport } from './fetch-with-retry.ts'
import { idPrefixAt } from './record-id.ts'
import { note } from './sliding-window.ts'

const blobs = await startBlobs({ file: ':memory:' })

beforeAll(() => {
  process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
  useTransport(blobs.fetch)
  return () => blobs.close()
})

let now = Date.now()
let windows = 0
let name = ''
beforeEach(() => {
  name = `w${windows++}`
  now += 60_000
  vi.useFakeTimers({ now, toFake: ['Date'] })
})

const two = { most: 2, spanMs: 1_000 }
const later = (ms: number) => vi.setSystemTime((now += ms))
const noted = async (event: string) => {
  const { recent, roomInMs } = await note(name, event, two)
  return [recent, roomInMs]
}
const kept = () => kv.list(`window/${name}/`)

test('the window fills up, and then says when it has room again', async () => {
  expect(await noted('a')).toEqual([1, 0])
  later(100)
  expect(await noted('b')).toEqual([2, 0])
  later(100)
  expect(await noted('c')).toEqual([3, 800])
  expect(await kept()).toHaveLength(2)
})

test('a full window sends storage no request until it has room', async () => {
  for (const event of ['a', 'b', 'c']) await noted(event)
  later(400)
  const use = await withRequestContext('dev', async () => {
    expect(await noted('d')).toEqual([3, 600])
    return storageUse()
  })
  expect(use.requests).toBe(0)
  later(600)
  // The first two events are in the window until the next millisecond.
  expect(await noted('e')).toEqual([3, 1])
  later(1)
  expect(await noted('f')).toEqual([1, 0])
})

test('in a full window a repeat is refused, unless its event keeps its place', async () => {
  const limit = { spanMs: 60_000, most: 1 }
  for (const [name, keepsPlaces] of [
    ['guesses', false],
    ['retries', true],
  ] as const) {
    expect((await note(name, 'first', { ...limit, keepsPlaces })).hasRoom).toBe(true)
    expect((await note(name, 'second', { ...limit, keepsPlaces })).hasRoom).toBe(false)
    const again = await note(name, 'first', { ...limit, keepsPlaces })
    expect(again.hasRoom, name).toBe(keepsPlaces)
    expect((await note(name, 'second', { ...limit, keepsPlaces })).hasRoom).toBe(false)
  }
})

test('two windows are independent', async () => {
  for (const event of ['a', 'b', 'c']) await noted(event)
  expect((await note(`${name}-other`, 'a', two)).recent).toBe(1)
})

test('a repeated event counts once and has one note', async () => {
  for (let i = 0; i < 4; i++) {
    expect(await noted('a')).toEqual([1, 0])
    later(10)
  }
  expect(await kept()).toHaveLength(1)
})

test('a note contains the time and a hash of the event, not the event', async () => {
  await noted('somebody@example.com')
  const mark = createHash('sha256').update('somebody@example.com').digest('hex').slice(0, 16)
  expect(await kept()).toEqual([`window/${name}/${idPrefixAt(now)}-${mark}`])
})

test('a note can be taken back, and a refused event leaves no note', async () => {
  const first = await note(name, 'a', two)
  await first.forget()
  expect(await kept()).toEqual([])
  for (const event of ['a', 'b']) await noted(event)
  const refused = await note(name, 'c', two)
  expect(refused.roomInMs).toBeGreaterThan(0)
  await refused.forget()
  const unasked = await note(name, 'd', two)
  await unasked.forget()
  expect(await kept()).toHaveLength(2)
})

test('an early event keeps its note although others came at the same time', async () => {
  const prefix = `window/${name}/`
  for (const mark of ['0', '1']) {
    await kv.put(`${prefix}${idPrefixAt(now + 5)}-${mark.repeat(16)}`, null)
  }
  expect(await noted('a')).toEqual([3, 1_000])
  expect(await kept()).toHaveLength(3)
})

test('expired notes are swept after the answer, twenty at a time', async () => {
  const prefix = `window/${name}/`
  for (let i = 0; i < 23; i++) {
    await kv.put(`${prefix}${idPrefixAt(now - 1_001)}-${String(i).padStart(16, '0')}`, null)
  }
  const edge = `${prefix}${idPrefixAt(now - 1_000)}-${'e'.repeat(16)}`
  await kv.put(edge, null)
  const sweep = await withRequestContext('dev', async () => {
    expect(await noted('a')).toEqual([2, 0])
    return laterWork()
  })
  expect([...sweep.keys()]).toEqual([`sweep ${prefix}`])
  expect(await kept()).toHaveLength(25)
  for (const work of sweep.values()) await work()
  expect(await kept()).toHaveLength(5)
  expect(await kept()).toContain(edge)
})

test('nothing is swept if no note is expired', async () => {
  const work = await withRequestContext('dev', async () => {
    await noted('a')
    return laterWork()
  })
  expect(work.size).toBe(0)
})
