import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { collectionOf, type Collection } from '#server/collections/collection.ts'
import { total } from '#server/collections/counts.ts'
import { add, addFile, changeState, read, remove } from '#server/collections/records.ts'
import { useTileSize } from '#server/collections/rows/tiles.ts'
import { DUE } from '#server/collections/keys.ts'
import { runHousekeeping } from '#server/housekeeping/run.ts'
import { checkStore } from '#server/housekeeping/check.ts'
import * as kv from '#server/storage/kv.ts'
import { hold } from '#server/submissions/release.ts'
import { createdAtOf, idPrefixAt, newId } from '#server/storage/record-id.ts'
import { forget, rowTexts } from './rows.ts'
import { runs } from '../runs.ts'
import { dieAt, interceptStorage, requestsOf, useStudio } from './studio.ts'

useStudio()
useTileSize(5)

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const messages = collectionOf(contact, {})
const applications = collectionOf(careers, {})

let now = Date.now()
beforeEach(() => {
  vi.spyOn(Date, 'now').mockImplementation(() => now)
})

async function addOne(collection: Collection, at: number, name = 'Ada'): Promise<string> {
  const id = newId(at)
  await add(collection, { submission: submissionOf(id, name), attempt: id, digest: 'd' })
  return id
}

const submissionOf = (id: string, name = 'Ada') => ({
  id,
  createdAt: new Date(createdAtOf(id)).toISOString(),
  name,
  email: 'a@a.example',
})

const beDue = () => kv.put(DUE, { at: 0 })

/** A run that tidies the store, whenever the last one was. */
async function tidy() {
  await beDue()
  return runHousekeeping()
}

/** Keeps house again and again, for so long. */
async function keepFor(ms: number, everyMs = 5 * MINUTE): Promise<void> {
  for (const end = now + ms; now < end; now += everyMs) await runHousekeeping()
}

/** What a check finds; records that were added without an attempt have no claims. */
async function faults(): Promise<string[]> {
  const found = await checkStore({ fix: false })
  return found.map(({ what }) => what).filter((what) => !what.startsWith('without the claim'))
}

/** What a delete leaves that died right after its commit. */
const removeHalf = (name: string, id: string) => kv.create(`gone/${name}/${id}`, { at: now })

test('leftovers of every kind and age are swept within a day of runs', async () => {
  const ages = [0, HOUR, 3 * HOUR, 2 * DAY, 40 * DAY]
  const kept = await Promise.all(ages.map((age) => addOne(messages, now - age)))
  const removed = await Promise.all(ages.map((age) => addOne(messages, now - age - MINUTE, 'Gone')))
  for (const id of [...kept, ...removed]) {
    await changeState(messages, id, () => ({ note: 'a note' }))
  }
  await runHousekeeping()
  // As before all rules were kept: nothing hints at these.
  for (const id of removed) await removeHalf(messages.name, id)
  const orphan = newId(now - 2 * DAY)
  await addFile(applications, orphan, new ArrayBuffer(8))
  const young = newId(now)
  await addFile(applications, young, new ArrayBuffer(8))
  await addOne(applications, now - DAY)
  const session = `session/${idPrefixAt(now - 2 * DAY)}-x`
  await kv.put(session, {})
  await kv.putFile(`rows/${messages.name}/${now - 2 * HOUR}-aaaaaaaaaaaa`, new ArrayBuffer(8))

  await keepFor(3 * HOUR)
  expect((await total(messages)).shown.rows).toBe(kept.length)
  for (const id of removed) {
    expect(await read(messages, id)).toBeNull()
    expect(await kv.get(`rec/${messages.name}/${id}`)).toBeNull()
    expect(await kv.get(`state/${messages.name}/${id}`)).toBeNull()
  }
  expect(await rowTexts(messages.name)).not.toContain('Gone')
  expect(await kv.list(`file/${applications.name}/`)).toEqual([
    `file/${applications.name}/${young}`,
  ])
  expect(await kv.get(session)).toBeNull()
  expect(await kv.list('hint/')).toEqual([`hint/${applications.name}/-`, `hint/${messages.name}/-`])
  expect(await faults()).toEqual([])
})

test('a run that is killed at any of its steps, and two at once, do no harm', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const seed = async () => {
    await addOne(messages, now - 3 * HOUR)
    const id = await addOne(messages, now - 4 * HOUR)
    await removeHalf(messages.name, id)
  }
  await seed()
  const steps = await requestsOf(tidy)
  let expected = (await total(messages)).shown.rows
  // Every few steps: each run makes hundreds of requests, many of them alike.
  for (let step = 1; step <= steps; step += Math.ceil(steps / runs(8))) {
    await seed()
    expected += 1
    await beDue()
    const revive = dieAt(step, step % 2 === 0)
    await runHousekeeping()
    revive()
    forget()
    await Promise.all([tidy(), tidy()])
    expect((await total(messages)).shown.rows, `killed at step ${step}`).toBe(expected)
    now += 5 * MINUTE
  }
  await keepFor(3 * HOUR, 20 * MINUTE)
  expect(await faults()).toEqual([])
})

test('it goes on where it ended, within its time', async () => {
  const things: Collection = { form: contact, name: 'contact-submissions.many' }
  for (let i = 0; i < 120; i++) await addOne(things, now - DAY - i * MINUTE)
  let clock = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  const putBack = interceptStorage((storage) => (input, init) => {
    clock += 50
    return storage(input, init)
  })
  let rounds = 0
  let report
  do {
    const began = clock
    report = await tidy()
    expect(clock - began).toBeLessThan(30_000)
    rounds++
  } while (report.left > 0)
  putBack()
  expect(rounds).toBeGreaterThan(1)
  expect((await total(things)).shown.rows).toBe(120)
})

test('while storage is down a run ends, says so, and the next one does it all', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const putBack = interceptStorage(() => () => Promise.resolve(new Response(null, { status: 503 })))
  expect((await tidy().catch(runHousekeeping)).failed).toBeGreaterThan(0)
  putBack()
  expect((await runHousekeeping()).failed).toBe(0)
})

test('a run with nothing to do asks storage twice, and a deletion asks for the next one', async () => {
  const id = await addOne(messages, now)
  await tidy()
  expect((await runHousekeeping()).isTidied).toBe(false)
  expect(await requestsOf(runHousekeeping)).toBeLessThanOrEqual(2)
  await remove(messages, id)
  expect((await runHousekeeping()).isTidied).toBe(true)
  now += HOUR
  expect((await runHousekeeping()).isTidied).toBe(true)
})

test('the run at eight tidies, for the digest, and a morning’s idle run asks storage twice', async () => {
  vi.stubEnv('NOTIFY_TO', 'studio@studio.test')
  vi.stubEnv('OUTBOX_DIR', await mkdtemp(join(tmpdir(), 'outbox-')))
  const [before, today] = [now, new Date(now + DAY).toISOString().slice(0, 10)]
  const at = (time: string) => (now = Date.parse(`${today}T${time}+05:30`))
  at('07:10')
  await tidy()
  at('07:55')
  expect((await runHousekeeping()).isTidied).toBe(false)
  at('08:00')
  expect((await runHousekeeping()).isTidied).toBe(true)
  at('08:55')
  expect(await requestsOf(runHousekeeping)).toBeLessThanOrEqual(2)
  now = before
})

test('a held submission that nobody releases goes after ninety days', async () => {
  const old = newId(now - 91 * DAY)
  const young = newId(now - 89 * DAY)
  const released = newId(now - 92 * DAY)
  for (const id of [old, young, released]) {
    const submission = { ...submissionOf(id), signals: ['flood'] }
    await add(messages, { submission, attempt: id, digest: 'd' })
  }
  await changeState(messages, released, () => ({ isHeld: false }))
  // Each of the tiles has its turn once a day.
  for (let hour = 0; hour < 24; hour++) await tidy()
  expect(await read(messages, old)).toBeNull()
  expect(await read(messages, young)).not.toBeNull()
  expect(await read(messages, released)).not.toBeNull()
})

test('what a person has held goes ninety days after that, however old it is', async () => {
  const id = newId(now - 95 * DAY)
  await add(messages, { submission: submissionOf(id), attempt: id, digest: 'd' })
  await hold(messages, id)
  for (let hour = 0; hour < 24; hour++) await tidy()
  expect(await read(messages, id)).not.toBeNull()
  now += 91 * DAY
  for (let hour = 0; hour < 24; hour++) await tidy()
  expect(await read(messages, id)).toBeNull()
  now -= 91 * DAY
})

/** Every listing of a tidying run is refused or comes back empty once, one at a time. */
const EMPTY = { blobs: [], directories: [] }
const troubles = [
  ['refused', () => new Response(null, { status: 503 })],
  ['empty', () => Response.json(EMPTY)],
] as const

test.each(troubles)('no live file or claim goes where a listing is %s', async (_, answer) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const id = newId(now - 3 * DAY)
  await addFile(applications, id, new ArrayBuffer(8))
  await add(applications, {
    ...{ submission: submissionOf(id), attempt: id, digest: 'd' },
  })
  const claim = { id, name: applications.name, attempt: id, digest: 'd', signals: [] }
  await kv.create(`claim/${id}`, claim)
  let listings = 0
  let spoilt = Infinity
  const putBack = interceptStorage((storage) => (input, init) => {
    const isListing = new URL(input as string).searchParams.has('prefix')
    return isListing && ++listings === spoilt ? Promise.resolve(answer()) : storage(input, init)
  })
  await tidy()
  for (spoilt = 1; spoilt <= listings; spoilt++) {
    const all = listings
    listings = 0
    await tidy()
    listings = Math.max(all, listings)
    expect(await kv.getFile(`file/${applications.name}/${id}`), `listing ${spoilt}`).not.toBeNull()
    expect(await kv.get(`claim/${id}`), `listing ${spoilt}`).not.toBeNull()
  }
  putBack()
  expect(listings).toBeGreaterThan(20)
  expect(await read(applications, id)).not.toBeNull()
})
