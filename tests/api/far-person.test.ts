import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { notifyKey } from '#server/collections/keys.ts'
import { add, addFile } from '#server/collections/records.ts'
import { recordsOf } from '#server/people/person.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import { farAway } from './far-store.ts'
import { askPeople, ownPage, signIn, useStudio } from './studio.ts'

useStudio()

/** Every answer comes within this time. */
const LATEST_MS = 8_500

const list = collectionOf(contact, {})

/** Adds messages from one address, a minute apart. */
async function senderOf(messages: number): Promise<string> {
  const email = `${randomUUID()}@engine.test`
  for (let i = 0; i < messages; i++) {
    const id = newId(Date.now() - i * 60_000)
    const submission = { id, createdAt: '', name: 'Ada', email, message: 'Again.' }
    await add(list, { submission, attempt: id, digest: '' })
  }
  return email
}

/** Adds an application with a small file. */
async function apply(email: string): Promise<void> {
  const applications = collectionOf(careers, {})
  const id = newId()
  await addFile(applications, id, new ArrayBuffer(1_000))
  const submission = { id, createdAt: '', email, resumeFileName: 'a.pdf', resumeFileSize: 1_000 }
  await add(applications, { submission, attempt: id, digest: '' })
}

/** Asks once. Each request to the store takes `requestMs`. */
async function askFar(requestMs: number, act: string, body: object) {
  const headers = { ...(await signIn()), ...ownPage }
  const nothing = { name: '', records: [], removals: [] }
  const ask = () => askPeople(body, act, { headers })
  const { answer, ms } = await farAway(nothing, ask, Infinity, requestMs)
  expect(ms).toBeLessThan(LATEST_MS)
  return answer
}

const left = async (email: string) => (await recordsOf(email)).length

test.each([200, 250, 300])('in a store that takes %i ms a person is erased', async (requestMs) => {
  const email = await senderOf(3)
  expect((await askFar(requestMs, '', { email })).status).toBe(200)
  expect((await askFar(requestMs, 'erase', { email, confirm: 3 })).status).toBe(200)
  expect(await left(email)).toBe(0)
})

test('each request to erase many records from a slow store erases some', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const email = await senderOf(100)
  for (let before = 100; before > 0;) {
    await askFar(250, 'erase', { email, confirm: before })
    const now = await left(email)
    expect(now).toBeLessThan(before)
    before = now
  }
})

type Exported = { deliveries?: unknown; resumeFileBase64?: string; resumeFileAt?: string }

/** Exports a person, with a store of `requestMs`, and returns the items. */
async function exported(requestMs: number, email: string): Promise<Exported[]> {
  const answer = await askFar(requestMs, 'export', { email })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { items: Exported[] }).items
}

test.each([0, 300])('300 records, %i of them with notes of mails, are exported', async (noted) => {
  const email = await senderOf(300)
  const some = (await recordsOf(email)).slice(0, noted)
  await Promise.all(some.map(({ row }) => kv.put(notifyKey(list.name, row.id), { at: 1 })))
  for (const requestMs of [50, 100]) {
    const items = await exported(requestMs, email)
    expect(items).toHaveLength(300)
    expect(items.filter(({ deliveries }) => deliveries)).toHaveLength(noted)
  }
})

test('an export has the addresses of the files for which there is no time', async () => {
  const email = `${randomUUID()}@engine.test`
  await Promise.all(Array.from({ length: 100 }, () => apply(email)))
  const items = await exported(100, email)
  const files = items.filter(({ resumeFileBase64 }) => resumeFileBase64)
  expect(files.length).toBeGreaterThan(10)
  expect(items.filter(({ resumeFileAt }) => resumeFileAt)).toHaveLength(100 - files.length)
})
