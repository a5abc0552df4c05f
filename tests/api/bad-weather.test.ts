import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { useTileSize } from '#server/collections/rows/tiles.ts'
import { runHousekeeping } from '#server/housekeeping/run.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { chunkKeys, forget, rowTexts } from './rows.ts'
import {
  askRecords,
  dieAt,
  interceptStorage,
  listMessages,
  ownPage,
  sendMessage,
  signIn,
  token,
  useStudio,
} from './studio.ts'

/** Regression tests for faults over hours and with many records. */

useStudio()
useTileSize(5)

const HOUR = 60 * 60 * 1_000
const messages = collectionOf(contact, {})
const down = () => Promise.resolve(new Response(null, { status: 503 }))
const urlOf = (input: Parameters<typeof fetch>[0]) => decodeURIComponent(input as string)

let now = Date.now()
beforeEach(() => {
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

async function sent(key?: string): Promise<string> {
  return ((await (await sendMessage({}, key)).json()) as { id: string }).id
}

/** The admin's list after this time, read by a new instance. */
async function lookAfter(ms: number, query = '?limit=200') {
  now += ms
  forget()
  return listMessages(await signIn(), query)
}

const removeMessage = async (id: string) =>
  askRecords(`contact-submissions/${id}`, {
    method: 'DELETE',
    headers: { ...(await signIn()), ...ownPage },
  })

test('a list is complete at once after its derived keys are lost, twice', async () => {
  for (let i = 0; i < 12; i++) {
    await sent()
    now += HOUR
  }
  const before = await lookAfter(3 * HOUR)
  for (const root of ['rows/', 'hint/']) {
    await fold(messages)
    for (const key of await kv.list(root)) await kv.remove(key)
    expect(await lookAfter(0)).toEqual(before)
  }
})

test('the first parallel readers of a collection all get an answer', async () => {
  const admin = await signIn()
  for (const key of await kv.list('hint/')) await kv.remove(key)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => askRecords('contact-submissions', { headers: admin })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

describe.each([
  ['new', 0],
  ['old', 30 * HOUR],
])('a %s record', (_, age) => {
  test.each(['rec/', 'file/', 'state/', 'rows/'])(
    'is gone after the 200 although %s fails to delete, and is erased soon',
    async (root) => {
      const id = await sent()
      await lookAfter(age)
      await fold(messages)
      const { total } = await lookAfter(0)
      const putBack = interceptStorage((storage) => (input, init) => {
        const isErasing = init?.method?.toLowerCase() === 'delete' && urlOf(input).includes(root)
        return isErasing ? down() : storage(input, init)
      })
      expect((await removeMessage(id)).status).toBe(200)
      putBack()
      const after = await lookAfter(0)
      expect(after.total).toBe(total - 1)
      expect(after.items.map((item) => item.id)).not.toContain(id)
      now += 5 * 60_000
      await runHousekeeping()
      expect(await kv.get(`rec/${messages.name}/${id}`)).toBeNull()
      expect(await rowTexts(messages.name)).not.toContain(id)
    },
  )
})

test('a delete that died after its mark is finished soon, though a run came before its hint', async () => {
  const id = await sent()
  await runHousekeeping()
  let hasRun = false
  let isDead = false
  const putBack = interceptStorage((storage) => async (input, init) => {
    if (isDead) return down()
    const isWrite = init?.method?.toLowerCase() === 'put'
    if (isWrite && !hasRun && urlOf(input).includes(`hint/${messages.name}/${id}.removal`)) {
      hasRun = true
      await runHousekeeping()
    }
    const answer = await storage(input, init)
    isDead = isWrite && urlOf(input).includes(`state/${messages.name}/${id}`)
    return answer
  })
  await removeMessage(id)
  putBack()
  expect(isDead).toBe(true)
  expect(await kv.get(`rec/${messages.name}/${id}`)).not.toBeNull()
  now += 5 * 60_000
  await runHousekeeping()
  expect(await kv.get(`rec/${messages.name}/${id}`)).toBeNull()
})

test.each([0.1, 1, 3, 50])(
  'an attempt completed %d hours late is listed, counted and found',
  async (hours) => {
    const key = randomUUID()
    const captchaToken = await token()
    const { total } = await lookAfter(0)
    // The process dies after it made the claim and before it stored the record.
    const revive = dieAt(6, false)
    expect((await sendMessage({ captchaToken }, key)).status).toBe(503)
    revive()
    now += hours * HOUR
    await sent()
    await runHousekeeping()
    const id = await sent(key)
    const { items, total: then } = await lookAfter(0)
    expect(then).toBe(total + 2)
    expect(items.map((item) => item.id)).toContain(id)
    const found = await lookAfter(0, `?search=${id.slice(14)}`)
    expect(found.items.map((item) => item.id)).toEqual([id])
    await runHousekeeping()
    expect((await lookAfter(0)).total).toBe(total + 2)
  },
)

test('a listing that answers 404 or lacks its fixed key is only an outage', async () => {
  await sent()
  const admin = await signIn()
  const before = await listMessages(admin)
  for (const lie of [
    () => new Response(null, { status: 404 }),
    () => Response.json({ blobs: [], directories: [] }),
  ]) {
    const putBack = interceptStorage((storage) => (input, init) => {
      const isListing = /[?&]prefix=(rec|hint|gone|state)/.test(urlOf(input))
      return isListing ? Promise.resolve(lie()) : storage(input, init)
    })
    expect((await askRecords('contact-submissions', { headers: admin })).status).toBe(503)
    await fold(messages).catch(() => undefined)
    putBack()
    expect(await listMessages(admin)).toEqual(before)
  }
})

const manifests: unknown[] = [
  null,
  'x',
  { format: 2, tiles: [] },
  { format: 1, tiles: [] },
  { format: 1, tiles: [null] },
  { format: 1, tiles: [{ from: '', chunks: { shown: {}, hidden: null } }] },
  { format: 1, tiles: [{ from: '', chunks: { shown: { name: 'x' } } }] },
]

test.each(manifests)('a manifest with the content %j is rebuilt', async (value) => {
  await sent()
  const before = await lookAfter(3 * HOUR)
  await fold(messages)
  await kv.put(`rows/${messages.name}/manifest`, value)
  expect(await lookAfter(0)).toEqual(before)
})

test.each(['', 'not gzip', 'half'])('chunks with the content "%s" are rebuilt', async (what) => {
  await sent()
  const before = await lookAfter(3 * HOUR)
  await fold(messages)
  const keys = await chunkKeys(messages.name)
  expect(keys.length).toBeGreaterThan(0)
  for (const key of keys) {
    const bytes = await kv.getFile(key)
    const half = bytes?.slice(0, bytes.byteLength / 2) ?? new ArrayBuffer(0)
    await kv.putFile(key, what === 'half' ? half : new Uint8Array(Buffer.from(what)).buffer)
  }
  expect(await lookAfter(0)).toEqual(before)
})

test('a damaged record is named in the log, and the list works without it', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const others = (await lookAfter(3 * HOUR)).items
  const id = await sent()
  const key = `rec/${messages.name}/${id}`
  await kv.putFile(key, new Uint8Array(Buffer.from('{"by":"x","val')).buffer)
  await lookAfter(3 * HOUR)
  await runHousekeeping()
  for (const query of ['?limit=200', '?limit=200&search=ada', '?limit=200&sort=email']) {
    const { items } = await lookAfter(0, query)
    expect(items.map((item) => item.id)).not.toContain(id)
    expect(items.length, query).toBeGreaterThanOrEqual(others.length)
  }
  expect(log.mock.calls.flat().join('\n')).toContain(`${key} is damaged.`)
  await kv.remove(key)
})

test('a damaged new record leaves no search open, and is counted nowhere', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await sent()
  const key = `rec/${messages.name}/${newId()}`
  await kv.put(key, {})
  await lookAfter(0, '?limit=200&search=ada')
  const again = async (query: string) => listMessages(await signIn(), query)
  const { indexed } = await again('?limit=200&search=ada')
  const { items, total } = await again('?limit=200')
  expect([indexed?.done, indexed?.of, total]).toEqual(Array(3).fill(items.length))
  await kv.remove(key)
})

const held = { honeypot: 'https://spam.test' }
const act = async (id: string, name: string) =>
  askRecords(`contact-submissions/${id}/${name}`, {
    method: 'POST',
    headers: { ...(await signIn()), ...ownPage },
  })

test('a record that is released and deleted at once is gone or stays released', async () => {
  for (let round = 0; round < 10; round++) {
    const answer = await sendMessage(held)
    const { id } = (await answer.json()) as { id: string }
    const headers = { ...(await signIn()), ...ownPage }
    const { total } = await lookAfter(0)
    const path = `contact-submissions/${id}`
    const [, removed] = await Promise.all([
      askRecords(`${path}/release`, { method: 'POST', headers }),
      askRecords(`${path}?state=held`, { method: 'DELETE', headers }),
    ])
    const isGone = removed.status === 200
    const { items, total: then } = await lookAfter(0)
    expect(then).toBe(isGone ? total : total + 1)
    expect(items.some((item) => item.id === id)).toBe(!isGone)
  }
})

test('a record keeps its reference through a release and a hold, and a search finds it', async () => {
  const { id } = (await (await sendMessage(held)).json()) as { id: string }
  const reference = id.slice(14)
  for (const [name, query] of [
    ['release', ''],
    ['hold', '&state=held'],
    ['release', ''],
  ]) {
    expect(await (await act(id, name ?? '')).json()).toEqual({ ok: true, id })
    const { items } = await lookAfter(3 * HOUR, `?search=${reference}${query}`)
    expect(items.map((item) => item.id)).toEqual([id])
    await fold(messages)
  }
})
