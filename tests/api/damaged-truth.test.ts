import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { NO_FILE } from '#forms/resume.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { changeState } from '#server/collections/change.ts'
import { read } from '#server/collections/current.ts'
import { add, addFile } from '#server/collections/records.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { readManifest } from '#server/collections/rows/manifest.ts'
import { checkPortion, checkStore, LASTING } from '#server/housekeeping/check.ts'
import { runHousekeeping } from '#server/housekeeping/run.ts'
import { DUE } from '#server/collections/keys.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { withRequestContext } from '#server/storage/request-context.ts'
import { attemptHash } from '#server/submissions/claim.ts'
import { useOwnStudio } from '../own-studio.ts'
import { answersTo } from './answers.ts'
import { farAway } from './far-store.ts'
import { applied, good } from './resumes.ts'
import { forget } from './rows.ts'
import { askResume, requestsOf, send, signIn, useStudio } from './studio.ts'

useOwnStudio()
useStudio()

const DAY = 24 * 60 * 60_000
const DAMAGED = 'damaged: to be restored from a backup'
const UNCLAIMED = 'without the claim that makes a retry find it'
const messages = collectionOf(contact, {})
const applications = collectionOf(careers, {})

let said: MockInstance<typeof console.error>
beforeEach(() => {
  said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(async () => {
  for (const root of ['rec/', 'state/', 'file/', 'rows/', 'hint/', 'claim/']) {
    await Promise.all((await kv.list(root)).map(kv.remove))
  }
  forget()
})

/** Stores a message as a visitor would; returns its id and its attempt. */
async function written() {
  const key = crypto.randomUUID()
  const answer = await send(contact, await answersTo(contact), key)
  const { id } = (await answer.json()) as { id: string }
  return { id, claim: `claim/${await attemptHash(contact, key)}` }
}

async function addHeld(at: number): Promise<string> {
  const id = newId(at)
  const submission = { id, createdAt: new Date(at).toISOString(), name: 'Ada', signals: ['flood'] }
  await add(messages, { submission, attempt: id, digest: 'd' })
  return id
}

/** Adds an application that names a file, without one. */
async function addWithoutFile(more: object = {}): Promise<string> {
  const id = newId()
  const submission = { id, createdAt: new Date().toISOString(), resumeFileName: 'cv.pdf', ...more }
  await add(applications, { submission, attempt: id, digest: 'd' })
  return id
}

const check = (fix = false) => checkStore({ fix })
const damagedIn = async () => (await check()).find(({ what }) => what === DAMAGED)?.keys ?? []

test.each([undefined, null, 'x', {}, { version: 1, revision: 'x' }])(
  'the check names a damaged state (%j), and the repair leaves it alone',
  async (value) => {
    const { id } = await written()
    await written()
    await changeState(messages, id, () => ({ note: 'a note' }))
    const key = `state/${messages.name}/${id}`
    expect(await check()).toEqual([])
    await kv.put(key, value)
    const etag = (await kv.get(key))?.etag
    forget()
    expect(await check()).toEqual([{ what: DAMAGED, keys: [key] }])
    expect(LASTING).toContain(DAMAGED)
    expect(await check(true)).toEqual([{ what: DAMAGED, keys: [key] }])
    expect((await kv.get(key))?.etag).toBe(etag)
    expect(await check()).toEqual([{ what: DAMAGED, keys: [key] }])
  },
)

test('a record whose state is damaged is not deleted for being held too long', async () => {
  const id = await addHeld(Date.now() - 91 * DAY)
  await changeState(messages, id, () => ({ isHeld: false }))
  const key = `state/${messages.name}/${id}`
  await kv.put(key, 'x')
  forget()
  await check(true)
  await check(true)
  for (let hour = 0; hour < 24; hour++) {
    await kv.put(DUE, { at: 0 })
    await runHousekeeping()
  }
  expect(await read(messages, id)).not.toBeNull()
  expect((await kv.get(key))?.value).toBe('x')
})

test('a damaged state is named in the log once', async () => {
  const { id } = await written()
  const key = `state/${messages.name}/${id}`
  await kv.put(key, 'x')
  for (let i = 0; i < 3; i++) await read(messages, id)
  const words = `${key} is damaged. The record counts as untouched until it is restored.`
  expect(said.mock.calls).toEqual([[words]])
})

test('the check names a resume that is missing, and nothing else does', async () => {
  const whole = await applied(good)
  await written()
  await addWithoutFile({ signals: ['flood', NO_FILE] })
  await check(true)
  const before = await requestsOf(check)
  expect(await check()).toEqual([])
  await kv.remove(`file/${applications.name}/${whole}`)
  const found = [{ what: DAMAGED, keys: [`file/${applications.name}/${whole}`] }]
  expect(await check()).toEqual(found)
  expect(await check(true)).toEqual(found)
  // Only a resume that a listing lacks is looked up.
  await addFile(applications, whole, new Uint8Array(8).buffer)
  expect(await requestsOf(check)).toBe(before)
  expect(await damagedIn()).toEqual([])
})

test('the check takes a long list in pieces that end in time, however slow the store is', async () => {
  const ids = Array.from({ length: 2_300 }, (_, i) => newId(Date.now() - DAY - i)).sort()
  const { answer: pieces } = await farAway(
    { name: messages.name, records: ids, removals: [] },
    async (seen) => {
      while (!(await fold(messages, 60_000)));
      expect((await readManifest(messages.name))?.tiles.some(({ chunks }) => chunks)).toBe(true)
      const pieces: { found: number; requests: number }[] = []
      for (let from: string | null = ''; from !== null;) {
        const at: string = from
        const before = seen.requests
        const { findings, next } = await withRequestContext('dev', () => checkPortion(false, at))
        const found = findings.flatMap(({ keys }) => keys).length
        pieces.push({ found, requests: seen.requests - before })
        from = next
      }
      return pieces
    },
  )
  // None of them has a claim, and nothing else is wrong.
  expect(pieces.reduce((all, { found }) => all + found, 0)).toBe(ids.length)
  // Some 1,000 records, each with a claim.
  expect(Math.max(...pieces.map(({ requests }) => requests))).toBeLessThan(2_200)
})

test('the download of a missing resume says so', async () => {
  const headers = await signIn()
  const id = await addWithoutFile()
  const ask = async (one: string) => {
    const answer = await askResume(one, { headers })
    return { status: answer.status, ...((await answer.json()) as object) }
  }
  expect(await ask(id)).toEqual({ status: 404, error: 'The resume of this record is not there.' })
  const nowhere = { status: 404, error: 'This career application does not exist.' }
  expect(await ask(newId())).toEqual(nowhere)
})

test.each([undefined, null, 'x', {}, { id: 5 }])(
  'a damaged claim (%j) counts as missing and is made again',
  async (value) => {
    const { id, claim } = await written()
    await kv.put(claim, value)
    const found = [{ what: UNCLAIMED, keys: [`rec/${messages.name}/${id}`] }]
    expect(await check()).toEqual(found)
    expect(await check(true)).toEqual(found)
    expect((await kv.get(claim))?.value).toMatchObject({ id })
    expect(await check()).toEqual([])
  },
)
