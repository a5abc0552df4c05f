import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { collectionOf, type Collection } from '#server/collections/collection.ts'
import { total } from '#server/collections/counts.ts'
import { add, addFile } from '#server/collections/records.ts'
import { LOG } from '#server/audit/entry.ts'
import { entryAt, log } from '#server/audit/log.ts'
import { remove, changeState } from '#server/collections/change.ts'
import { read } from '#server/collections/current.ts'
import { readManifest } from '#server/collections/rows/manifest.ts'
import { useTileSize } from '#server/collections/rows/tiles.ts'
import { DUE, recordKey } from '#server/collections/keys.ts'
import { runHousekeeping } from '#server/housekeeping/run.ts'
import { checkStore } from '#server/housekeeping/check.ts'
import * as kv from '#server/storage/kv.ts'
import { hold } from '#server/submissions/release.ts'
import { createdAtOf, idPrefixAt, newId } from '#server/storage/record-id.ts'
import { isSentinel } from '#server/storage/sentinel.ts'
import { forget, rowTexts } from './rows.ts'
import { useOwnStudio } from '../own-studio.ts'
import { requestName } from '../request-name.ts'
import { runs } from '../runs.ts'
import { dieAt, interceptStorage, requestsOf, useStudio } from './studio.ts'

useOwnStudio()
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

/** Runs the housekeeping with its tidying part. */
async function tidy() {
  await beDue()
  return runHousekeeping()
}

/** Runs the housekeeping repeatedly for this time. */
async function keepFor(ms: number, everyMs = 5 * MINUTE): Promise<void> {
  for (const end = now + ms; now < end; now += everyMs) await runHousekeeping()
}

/** The findings of a check, without the missing claims of records that a test added directly. */
async function faults(): Promise<string[]> {
  const found = await checkStore({ fix: false })
  return found.map(({ what }) => what).filter((what) => !what.startsWith('without the claim'))
}

/** Leaves a delete that died right after its commit. */
const removeHalf = (name: string, id: string) => kv.create(`gone/${name}/${id}`, { at: now })

test('leftovers of every kind and age are swept within a day of runs', async () => {
  const ages = [0, HOUR, 3 * HOUR, 2 * DAY, 40 * DAY]
  const kept = await Promise.all(ages.map((age) => addOne(messages, now - age)))
  const removed = await Promise.all(ages.map((age) => addOne(messages, now - age - MINUTE, 'Gone')))
  for (const id of [...kept, ...removed]) {
    await changeState(messages, id, () => ({ note: 'a note' }))
  }
  await runHousekeeping()
  // These removals have no hint, unlike those of today's code.
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
  expect(await kv.list('hint/')).toEqual([
    'hint/-/-',
    `hint/${applications.name}/-`,
    `hint/${messages.name}/-`,
  ])
  expect(await faults()).toEqual([])
})

test.each([
  ['removes the old chunk', /^delete rows/],
  ['names the new chunk', /^put rows\/[^/]+\/manifest/],
])('a run that dies before it %s leaves a deleted answer for minutes', async (_, request) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const [, id] = [
    await addOne(messages, now - 3 * HOUR),
    await addOne(messages, now - 4 * HOUR, 'Gone'),
  ]
  await tidy()
  expect(await rowTexts(messages.name)).toContain('Gone')
  await changeState(messages, id, () => ({ note: 'a note' }))
  const removes = request.source.includes('delete')
  if (removes) await remove(messages, id)
  let isDead = false
  const revive = interceptStorage((storage) => async (input, init) => {
    isDead ||= request.test(requestName(input, init))
    if (isDead) throw new TypeError('The process is dead.')
    return storage(input, init)
  })
  await tidy()
  revive()
  expect(isDead).toBe(true)
  if (!removes) await remove(messages, id)
  await keepFor(20 * MINUTE)
  expect(await rowTexts(messages.name)).not.toContain('Gone')
})

test('a run killed at any step, and two runs at once, do no harm', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const seed = async () => {
    await addOne(messages, now - 3 * HOUR)
    const id = await addOne(messages, now - 4 * HOUR)
    await removeHalf(messages.name, id)
    // Each run checks all tiles, which begin whole minutes before now.
    await kv.put('housekeeping/turn', { turn: now % 20, done: 0 })
  }
  await seed()
  // The first run also makes what a list has once.
  await tidy()
  await seed()
  await beDue()
  const steps = await requestsOf(runHousekeeping)
  let expected = (await total(messages)).shown.rows
  // Try only some steps, because a run makes hundreds of similar requests; it may take a few less.
  for (let step = 1; step <= steps - 3; step += Math.ceil(steps / runs(8))) {
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

test('a run continues where the last one ended, within its time', async () => {
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

test.each([
  ['chunk', [1, 1, 0]],
  // The list itself is not tidied, either.
  ['manifest', [2, 2, 2]],
])(
  'a %s that can’t be read stops neither another list’s check nor the round',
  async (what, failed) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const torn: Collection = { form: contact, name: `contact-submissions.${what}-a` }
    const other: Collection = { form: contact, name: `contact-submissions.${what}-b` }
    for (let i = 0; i < 15; i++) {
      for (const list of [torn, other]) await addOne(list, now - DAY - i * MINUTE)
    }
    while ((await tidy()).left > 0);
    const tilesOf = async ({ name }: Collection) => (await readManifest(name))?.tiles ?? []
    const chunk = (await tilesOf(torn)).at(-1)?.chunks?.shown.name
    const gone = (await tilesOf(other)).at(-1)?.from ?? ''
    await removeHalf(other.name, gone)
    // All tiles begin whole minutes before now.
    await kv.put('housekeeping/turn', { turn: now % 20, done: 0 })
    forget()
    const bad = `rows/${torn.name}/${what === 'chunk' ? chunk : what}`
    const putBack = interceptStorage((storage) => (input, init) => {
      const isBad = requestName(input, init) === `get ${bad}`
      return isBad ? Promise.resolve(new Response(null, { status: 500 })) : storage(input, init)
    })
    const failures = []
    const turns = []
    for (let i = 0; i < 3; i++) {
      failures.push((await tidy()).failed)
      turns.push(((await kv.get('housekeeping/turn'))?.value as { turn: number }).turn)
    }
    putBack()
    expect(failures).toEqual(failed)
    // A turn is tried again once, since most faults pass.
    expect(turns.slice(0, 2)).toEqual([now % 20, (now + 1) % 20])
    expect(await kv.get(recordKey(other.name, gone))).toBeNull()
  },
)

test('a run reports a storage outage, and the next one does all the work', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const putBack = interceptStorage(() => () => Promise.resolve(new Response(null, { status: 503 })))
  expect((await tidy().catch(runHousekeeping)).failed).toBeGreaterThan(0)
  putBack()
  expect((await runHousekeeping()).failed).toBe(0)
})

test('an act that is in the head of its chain alone is in the log after the next run', async () => {
  await log({ id: 'asha', name: 'Asha' }, 'exported')
  const [torn = ''] = (await kv.list(LOG)).filter((key) => !isSentinel(key))
  await kv.remove(torn)
  await tidy()
  expect(await entryAt(torn)).toMatchObject({ act: 'exported' })
})

test('an idle run makes two storage requests, and the run after a deletion tidies', async () => {
  const id = await addOne(messages, now)
  await tidy()
  expect((await runHousekeeping()).isTidied).toBe(false)
  expect(await requestsOf(runHousekeeping)).toBeLessThanOrEqual(2)
  await remove(messages, id)
  expect((await runHousekeeping()).isTidied).toBe(true)
  now += HOUR
  expect((await runHousekeeping()).isTidied).toBe(true)
})

test('the run at eight tidies for the digest, and a later idle run makes two requests', async () => {
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

test('a held submission is deleted after ninety days', async () => {
  const old = newId(now - 91 * DAY)
  const young = newId(now - 89 * DAY)
  const released = newId(now - 92 * DAY)
  for (const id of [old, young, released]) {
    const submission = { ...submissionOf(id), signals: ['flood'] }
    await add(messages, { submission, attempt: id, digest: 'd' })
  }
  await changeState(messages, released, () => ({ isHeld: false }))
  // The runs of a day visit each tile once.
  for (let hour = 0; hour < 24; hour++) await tidy()
  expect(await read(messages, old)).toBeNull()
  expect(await read(messages, young)).not.toBeNull()
  expect(await read(messages, released)).not.toBeNull()
})

test.each([
  ['held by hand', [], false],
  ['whose release was taken back', ['flood'], true],
])('a record %s is deleted ninety days after that', async (_, signals, isUndo) => {
  const id = newId(now - 95 * DAY)
  const submission = { ...submissionOf(id), ...(signals.length > 0 && { signals }) }
  await add(messages, { submission, attempt: id, digest: 'd' })
  if (isUndo) await changeState(messages, id, () => ({ isHeld: false }))
  await hold(messages, id, undefined, isUndo)
  for (let hour = 0; hour < 24; hour++) await tidy()
  expect(await read(messages, id)).not.toBeNull()
  now += 91 * DAY
  for (let hour = 0; hour < 24; hour++) await tidy()
  expect(await read(messages, id)).toBeNull()
  now -= 91 * DAY
})

/** Each listing of a run fails or comes back empty, one listing at a time. */
const EMPTY = { blobs: [], directories: [] }
const troubles = [
  ['refused', () => new Response(null, { status: 503 })],
  ['empty', () => Response.json(EMPTY)],
] as const

test.each(troubles)('a listing that is %s deletes no live file or claim', async (_, answer) => {
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
