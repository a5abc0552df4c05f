import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import { collectionOf, offeredLists } from '#server/collections/collection.ts'
import { add } from '#server/collections/records.ts'
import { DUE } from '#server/collections/keys.ts'
import { runHousekeeping } from '#server/housekeeping/run.ts'
import { enqueue } from '#server/notifications/outbox/queue.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { forgetAll } from '#server/storage/remembered.ts'
import { useOwnStudio } from '../own-studio.ts'
import { farAway } from './far-store.ts'
import { interceptStorage, useStudio } from './studio.ts'

/** The clock runs 8,640 times a month, and each second of it is paid. */

useOwnStudio()
useStudio()

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const messages = collectionOf(contact, {})

let now = Date.now()
let outbox = ''
beforeEach(async () => {
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  vi.stubEnv('NOTIFY_TO', 'studio@studio.test')
  outbox = await mkdtemp(join(tmpdir(), 'outbox-'))
  vi.stubEnv('OUTBOX_DIR', outbox)
})

/** A run with 50 ms a storage request. */
async function farRun() {
  const { answer, ms } = await farAway({ name: '', records: [], removals: [] }, async (seen) => {
    const report = await runHousekeeping()
    return { ...report, requests: seen.requests }
  })
  return { ...answer, ms }
}

test.each(['warm', 'cold'])('an idle run asks twice and ends in 200 ms: %s', async (memory) => {
  await farRun()
  if (memory === 'cold') forgetAll()
  const { isTidied, requests, ms } = await farRun()
  expect({ isTidied, requests }).toEqual({ isTidied: false, requests: 2 })
  expect(ms).toBeLessThan(200)
})

test('a day of the clock waits less than a minute for storage, with every list in use', async () => {
  for (const list of await offeredLists()) {
    for (let age = 0; age < 40; age++) {
      const id = newId(now - age * DAY)
      const submission = {
        id,
        createdAt: new Date(now - age * DAY).toISOString(),
        email: 'a@a.example',
      }
      await add(list, { submission, attempt: id, digest: 'd' })
    }
  }
  await farRun()
  await farRun()
  let waited = 0
  let tidied = 0
  for (const end = now + DAY; now < end; now += 5 * MINUTE) {
    const { isTidied, failed, ms } = await farRun()
    expect(failed).toBe(0)
    waited += ms
    if (isTidied) tidied++
  }
  expect(tidied).toBeGreaterThanOrEqual(22)
  expect(waited).toBeLessThan(60_000)
})

test('a deletion during a run makes the next run look again', async () => {
  await kv.put(DUE, { at: 0 })
  const tidying = runHousekeeping()
  await kv.put(DUE, { at: 0 })
  await tidying
  expect((await runHousekeeping()).isTidied).toBe(true)
})

/** Adds a message whose mail is owed; returns what is true once the mail is there. */
async function owe(): Promise<() => Promise<boolean>> {
  const id = newId(now)
  const submission = {
    id,
    createdAt: new Date(now).toISOString(),
    name: 'Ada',
    email: 'a@a.example',
  }
  await enqueue({ name: messages.name, id })
  await add(messages, { submission, attempt: id, digest: 'd' })
  return async () => (await readdir(outbox)).some((file) => file.includes(id))
}

/** A message comes right before the nth request of a run; returns the requests of the run. */
async function runMeeting(step: number, isTold: (() => Promise<boolean>)[]): Promise<number> {
  let requests = 0
  let coming = false
  const putBack = interceptStorage((storage) => async (input, init) => {
    if (!coming && ++requests === step) {
      coming = true
      isTold.push(await owe())
      coming = false
    }
    return storage(input, init)
  })
  await runHousekeeping()
  putBack()
  return requests
}

test.each([
  ['idle', 1, 5 * MINUTE],
  ['tidying', 9, 60 * MINUTE],
])('a message at any moment of a run is told by the next: %s', async (_, stride, pauseMs) => {
  await runHousekeeping()
  const isTold: (() => Promise<boolean>)[] = []
  let requests = Infinity
  for (let step = 1; step <= requests; step += stride) {
    now += pauseMs
    requests = await runMeeting(step, isTold)
    now += 5 * MINUTE
    await runHousekeeping()
    expect(await isTold.at(-1)?.(), `step ${step}`).toBe(true)
  }
  expect(isTold.length).toBeGreaterThan(1)
})

test('a listing of what is owed that comes back empty delays a mail by one run', async () => {
  const isTold = await owe()
  const putBack = interceptStorage((storage) => (input, init) => {
    const isOwed = new URL(input as string).searchParams.get('prefix') === 'pending/'
    return isOwed ? Promise.resolve(Response.json({ blobs: [] })) : storage(input, init)
  })
  await runHousekeeping()
  expect(await isTold()).toBe(false)
  putBack()
  await runHousekeeping()
  expect(await isTold()).toBe(true)
})
