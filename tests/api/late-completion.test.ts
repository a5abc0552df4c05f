import { beforeEach, expect, test, vi } from 'vitest'
import { useTileSize } from '#server/collections/rows/tiles.ts'
import { runHousekeeping } from '#server/housekeeping/run.ts'
import { referenceOf } from '#server/storage/record-id.ts'
import { forget } from './rows.ts'
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

/** Records that appear late, when rows already cover their time. */

useStudio()
useTileSize(5)

const HOUR = 60 * 60 * 1_000

let now = Date.now()
beforeEach(() => {
  vi.spyOn(Date, 'now').mockImplementation(() => now)
})

const sent = async (answers: Record<string, unknown> = {}) =>
  ((await (await sendMessage(answers)).json()) as { id: string }).id

/** The list of a new instance with an empty memory. */
async function lookAnew(query = '') {
  forget()
  const { items, total } = await listMessages(await signIn(), `?limit=200${query}`)
  return { ids: items.map(({ id }) => id), total }
}

/** Lets this time pass and moves newer records into rows. */
async function goOn(hours: number) {
  now += hours * HOUR
  await sent()
  await runHousekeeping()
}

/** Checks that a record is listed once, counted and found by its reference, now and later. */
async function expectListed(id: string, total: number) {
  for (const hours of [0, 3]) {
    if (hours > 0) {
      now += hours * HOUR
      await runHousekeeping()
    }
    const listed = await lookAnew()
    expect(listed.ids.filter((one) => one === id)).toEqual([id])
    expect([listed.ids.length, listed.total]).toEqual([total, total])
    expect(await lookAnew(`&search=${referenceOf(id)}`)).toEqual({ ids: [id], total: 1 })
    expect((await lookAnew('&state=held')).ids).not.toContain(id)
  }
}

/** Number of requests to storage. */
const RELEASE = 17

const releaseOf = async (id: string) => {
  const headers = { ...(await signIn()), ...ownPage }
  return () => askRecords(`contact-submissions/${id}/release`, { method: 'POST', headers })
}

test('the crash tests cover every storage request of a release', async () => {
  const release = await releaseOf(await sent({ honeypot: 'https://spam.test' }))
  expect(await requestsOf(release)).toBe(RELEASE)
})

test.each(crashes(RELEASE))(
  'a release that died $when step $step is completed hours later with its reference',
  async ({ step, isAfter }) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { total } = await lookAnew()
    const id = await sent({ honeypot: 'https://spam.test' })
    const release = await releaseOf(id)
    const revive = dieAt(step, isAfter)
    await release()
    revive()
    await goOn(3)
    const again = await releaseOf(id)
    expect(await (await again()).json()).toMatchObject({ ok: true, id })
    await expectListed(id, total + 2)
  },
)

/** Sends a message through a function whose clock is off by this many hours. */
async function sentAhead(hours: number) {
  now += hours * HOUR
  const id = await sent()
  now -= hours * HOUR
  return id
}

test.each([2, 4])(
  'a message through a function whose clock is %i hours slow is listed within an hour',
  async (hours) => {
    // Rows already cover the time of the new id.
    await goOn(5)
    await goOn(3)
    const { total } = await lookAnew()
    const id = await sentAhead(-hours)
    now += HOUR
    await runHousekeeping()
    await expectListed(id, total + 1)
  },
)

test('a message through a function whose clock is 2 hours fast is listed an hour later', async () => {
  await goOn(3)
  const { total } = await lookAnew()
  const id = await sentAhead(2)
  await runHousekeeping()
  // Readers list ids up to one hour ahead.
  now += HOUR
  await expectListed(id, total + 1)
})
