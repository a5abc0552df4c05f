import { beforeEach, expect, test, vi } from 'vitest'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { collectionOf, type Collection } from '#server/collections/collection.ts'
import { total } from '#server/collections/list.ts'
import { add, addFile, changeState, read } from '#server/collections/records.ts'
import { useTileSize } from '#server/collections/folding/make-tiles.ts'
import { keepHouse } from '#server/housekeeping/housekeeping.ts'
import { checkStore } from '#server/housekeeping/store-check.ts'
import * as kv from '#server/storage/kv.ts'
import { bornAt, countdown, newId } from '#server/storage/record-id.ts'
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
  const submission = {
    id,
    createdAt: new Date(bornAt(id)).toISOString(),
    name,
    email: 'a@a.example',
  }
  await add(collection, { submission, attempt: id, digest: 'd' })
  return id
}

/** Keeps house again and again, for so long. */
async function keepFor(ms: number, everyMs = 5 * MINUTE): Promise<void> {
  for (const end = now + ms; now < end; now += everyMs) await keepHouse()
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
  await keepHouse()
  // As before all rules were kept: nothing hints at these.
  for (const id of removed) await removeHalf(messages.name, id)
  const orphan = newId(now - 2 * DAY)
  await addFile(applications, orphan, new ArrayBuffer(8))
  const young = newId(now)
  await addFile(applications, young, new ArrayBuffer(8))
  await addOne(applications, now - DAY)
  const session = `session/${countdown(now - 2 * DAY)}-x`
  await kv.put(session, {})
  const dangling = `claim/00f${'0'.repeat(61)}`
  await kv.create(dangling, { id: newId(now - 2 * DAY), digest: 'd', signals: [] })
  await kv.putFile(`rows/${messages.name}/${now - 2 * HOUR}-aaaaaaaaaaaa`, new ArrayBuffer(8))

  await keepFor(3 * HOUR)
  expect((await total(messages)).shown.rows).toBe(kept.length)
  for (const id of removed) {
    expect(await read(messages, id)).toBeNull()
    expect(await kv.get(`rec/${messages.name}/${id}`)).toBeNull()
    expect(await kv.get(`state/${messages.name}/${id}`)).toBeNull()
  }
  expect(await rowTexts(messages.name)).not.toContain('Gone')
  expect(await kv.list('file/')).toEqual([`file/${applications.name}/${young}`])
  expect(await kv.get(session)).toBeNull()
  expect(await kv.get(dangling)).toBeNull()
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
  const steps = await requestsOf(keepHouse)
  let expected = (await total(messages)).shown.rows
  // Every few steps: each run makes hundreds of requests, many of them alike.
  for (let step = 1; step <= steps; step += Math.ceil(steps / runs(8))) {
    await seed()
    expected += 1
    const revive = dieAt(step, step % 2 === 0)
    await keepHouse()
    revive()
    forget()
    await Promise.all([keepHouse(), keepHouse()])
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
    report = await keepHouse()
    expect(clock - began).toBeLessThan(30_000)
    rounds++
  } while (report.unfolded > 0)
  putBack()
  expect(rounds).toBeGreaterThan(1)
  expect((await total(things)).shown.rows).toBe(120)
})

test('while storage is down a run ends, says so, and the next one does it all', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const putBack = interceptStorage(() => () => Promise.resolve(new Response(null, { status: 503 })))
  expect((await keepHouse()).failed).toBeGreaterThan(0)
  putBack()
  expect((await keepHouse()).failed).toBe(0)
})

test('what an earlier version held apart is held, with its id, its file and its claim', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const ids = [newId(now - MINUTE), newId(now - 2 * DAY)]
  for (const id of ids) {
    const submission = { id, createdAt: new Date(bornAt(id)).toISOString(), signals: ['flood'] }
    const old = `${applications.name}.held`
    await kv.create(`rec/${old}/${id}`, { submission, attempt: id, digest: 'd' })
    await kv.putFile(`file/${old}/${id}`, new ArrayBuffer(8))
  }
  await kv.put(`counts/${applications.name}`, { closedFrom: '0', runs: [] })
  const before = (await total(applications)).held.rows
  const putBack = interceptStorage((storage) => (input, init) => {
    const isFile = decodeURIComponent(input as string).includes(`file/${applications.name}/`)
    return isFile ? Promise.resolve(new Response(null, { status: 503 })) : storage(input, init)
  })
  await keepHouse()
  putBack()
  expect(await kv.list('rec/career-applications.held/')).toHaveLength(2)
  await keepHouse()
  expect((await total(applications)).held.rows).toBe(before + 2)
  for (const id of ids) {
    expect((await read(applications, id))?.submission).toMatchObject({ signals: ['flood'] })
    expect(await kv.getFile(`file/${applications.name}/${id}`)).not.toBeNull()
  }
  for (const root of [
    'rec/career-applications.held/',
    'file/career-applications.held/',
    'counts/',
  ]) {
    expect(await kv.list(root)).toEqual([])
  }
})
