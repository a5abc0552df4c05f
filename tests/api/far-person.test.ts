import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { add } from '#server/collections/records.ts'
import { recordsOf } from '#server/people/person.ts'
import { newId } from '#server/storage/record-id.ts'
import { farAway } from './far-store.ts'
import { askPeople, ownPage, signIn, useStudio } from './studio.ts'

useStudio()

/** Every answer comes within this time. */
const LATEST_MS = 8_500

/** Adds messages from one address, a minute apart. */
async function senderOf(messages: number): Promise<string> {
  const email = `${randomUUID()}@engine.test`
  const list = collectionOf(contact, {})
  for (let i = 0; i < messages; i++) {
    const id = newId(Date.now() - i * 60_000)
    const submission = { id, createdAt: '', name: 'Ada', email, message: 'Again.' }
    await add(list, { submission, attempt: id, digest: '' })
  }
  return email
}

/** Asks once, in a store where each request takes so long. */
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
