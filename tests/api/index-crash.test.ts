import { beforeEach, expect, test, vi } from 'vitest'
import * as kv from '#server/storage/kv.ts'
import type { Segment } from '#server/collections/rows/segments.ts'
import { checkStore } from '#server/housekeeping/store-check.ts'
import {
  askRecords,
  crashes,
  dieAt,
  listMessages,
  ownPage,
  requestsOf,
  sendMessage,
  signIn,
  useStudio,
} from './studio.ts'

useStudio()

const HOUR = 60 * 60 * 1_000
let now = Date.now()

beforeEach(() => {
  vi.spyOn(Date, 'now').mockImplementation(() => now)
})

/** Lets the time of all that was sent be over, so that a search puts it into the index. */
async function hoursLater() {
  now += 2 * HOUR
  return signIn()
}

/** What the check finds, but for what only got old. */
async function faults() {
  const found = await checkStore({ fix: false })
  return found.filter(({ what }) => what !== 'expired')
}

/** Requests to storage. */
const DELETE = 9
const SEARCH = 10

test('a crash is tried at every step of the delete of an indexed row', async () => {
  const { id } = (await (await sendMessage({ name: 'Grace Hopper' })).json()) as { id: string }
  const admin = await hoursLater()
  await listMessages(admin, '?search=hopper')
  const asked = { method: 'DELETE', headers: { ...admin, ...ownPage } }
  expect(await requestsOf(() => askRecords(`contact-submissions/${id}`, asked))).toBe(DELETE)
})

test.each(crashes(DELETE))(
  'a crash $when step $step of the delete of an indexed row leaves none of it',
  async (crash) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { id } = (await (await sendMessage({ name: 'Grace Hopper' })).json()) as { id: string }
    const admin = await hoursLater()
    const find = () => listMessages(admin, '?search=hopper')
    const { total } = await find()
    const path = `contact-submissions/${id}`
    const remove = () => askRecords(path, { method: 'DELETE', headers: { ...admin, ...ownPage } })
    const revive = dieAt(crash.step, crash.isAfter)
    const answer = await remove()
    revive()
    const after = await find()
    const isGone = !after.items.some((item) => item.id === id)
    expect(after.total).toBe(isGone ? total - 1 : total)
    if (answer.status === 200) expect(isGone).toBe(true)

    await remove()
    expect((await find()).total).toBe(total - 1)
    const segments = await Promise.all((await kv.list('index/')).map(kv.get))
    expect(JSON.stringify(segments)).not.toContain(id)
    expect(await faults()).toEqual([])
  },
)

test.each(crashes(SEARCH))(
  'a crash $when step $step of a search costs nothing but time',
  async (crash) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await sendMessage()
    await sendMessage()
    const admin = await hoursLater()
    const { total } = await listMessages(admin)
    for (const key of await kv.list('index/')) await kv.remove(key)
    const revive = dieAt(crash.step, crash.isAfter)
    const answer = await askRecords('contact-submissions?search=ada', { headers: admin })
    expect([200, 503]).toContain(answer.status)
    revive()
    expect((await listMessages(admin, '?search=@')).total).toBe(total)
    expect(await faults()).toEqual([])
  },
)

const corruptions: [string, (before: Segment) => unknown][] = [
  ['is lost', () => undefined],
  ['is no segment', () => 'x'],
  ['lacks a row', ({ rows, ...rest }) => ({ ...rest, rows: rows.slice(1) })],
  ['has a row twice', ({ rows, ...rest }) => ({ ...rest, rows: [...rows, ...rows.slice(0, 1)] })],
  ['says another name', ({ rows, ...rest }) => ({ ...rest, rows: rows.map(([id]) => [id, 'X']) })],
  ['says it has more', ({ added, ...rest }) => ({ ...rest, added: added + 1 })],
  ['says it has all', (before) => ({ ...before, added: 20_000, rows: [] })],
]

test.each(corruptions)('an index segment that %s is found and made anew', async (_, corrupt) => {
  await sendMessage()
  await sendMessage()
  const admin = await hoursLater()
  const find = () => listMessages(admin, '?search=ada&sort=-email')
  const before = await find()
  const key = 'index/contact-submissions/0'
  const segment = (await kv.get(key))?.value as Segment
  const broken = corrupt(structuredClone(segment))
  await (broken === undefined ? kv.remove(key) : kv.put(key, broken))
  if (broken !== undefined) expect(await faults()).toHaveLength(1)
  await checkStore({ fix: true })
  expect(await faults()).toEqual([])
  expect(await find()).toEqual({
    ...before,
    next: expect.toBeOneOf([null, expect.any(String)]) as string,
  })
  expect((await kv.get(key))?.value).toEqual(segment)
})
