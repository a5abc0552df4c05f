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

/** What comes to be among records that are older, and lie in rows already. */

useStudio()
useTileSize(5)

const HOUR = 60 * 60 * 1_000

let now = Date.now()
beforeEach(() => {
  vi.spyOn(Date, 'now').mockImplementation(() => now)
})

const sent = async (answers: Record<string, unknown> = {}) =>
  ((await (await sendMessage(answers)).json()) as { id: string }).id

/** What another instance lists, without anything that it could remember. */
async function lookAnew(query = '') {
  forget()
  const { items, total } = await listMessages(await signIn(), `?limit=200${query}`)
  return { ids: items.map(({ id }) => id), total }
}

/** Others go on for so long, and what is there by then gets into rows. */
async function goOn(hours: number) {
  now += hours * HOUR
  await sent()
  await runHousekeeping()
}

/** That a record is listed once, counted among so many, and found by its reference, now and later. */
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

/** Requests to storage. */
const RELEASE = 12

const releaseOf = async (id: string) => {
  const headers = { ...(await signIn()), ...ownPage }
  return () => askRecords(`contact-submissions/${id}/release`, { method: 'POST', headers })
}

test('a crash is tried at every step of a release', async () => {
  const release = await releaseOf(await sent({ honeypot: 'https://spam.test' }))
  expect(await requestsOf(release)).toBe(RELEASE)
})

test.each(crashes(RELEASE))(
  'a release that died $when step $step is completed hours later, under the same reference',
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
    expect(await (await again()).json()).toEqual({ ok: true, id })
    await expectListed(id, total + 2)
  },
)

/** What a function stores whose clock is ahead by so many hours, or behind. */
async function sentAhead(hours: number) {
  now += hours * HOUR
  const id = await sent()
  now -= hours * HOUR
  return id
}

test.each([2, 4])(
  'what came through a function whose clock is %i hours slow is listed within an hour',
  async (hours) => {
    // What lies in rows already covers the time that its id says.
    await goOn(5)
    await goOn(3)
    const { total } = await lookAnew()
    const id = await sentAhead(-hours)
    now += HOUR
    await runHousekeeping()
    await expectListed(id, total + 1)
  },
)

test('what came through a function whose clock is 2 hours fast is listed an hour later', async () => {
  await goOn(3)
  const { total } = await lookAnew()
  const id = await sentAhead(2)
  await runHousekeeping()
  // Readers look for ids of the coming hour, and of no later one.
  now += HOUR
  await expectListed(id, total + 1)
})
