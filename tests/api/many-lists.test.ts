import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { waitlist } from '#forms/waitlist.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { add } from '#server/collections/records.ts'
import { newId } from '#server/storage/record-id.ts'
import { askPeople, ownPage, signIn, useStudio } from './studio.ts'

useStudio()

/** More waitlists than a studio opens in its life, closed ones among them. */
const MANY = 40
const MOST_TRIES = 4

test('in a store of many lists a person is found, exported and erased', async () => {
  const email = `${randomUUID()}@engine.test`
  for (let i = 1; i <= MANY; i++) {
    const [id, projectSlug] = [newId(), `app-${i}`]
    const submission = { id, createdAt: '', email, source: 'landing', projectSlug }
    await add(collectionOf(waitlist, { projectSlug }), { submission, attempt: id, digest: 'd' })
  }
  const headers = { ...(await signIn()), ...ownPage }
  async function ask(act: '' | 'export' | 'erase', tries = 1): Promise<unknown> {
    const later: Promise<unknown>[] = []
    const waitUntil = (work: Promise<unknown>) => void later.push(work)
    const answer = await askPeople({ email, confirm: MANY }, act, { headers, waitUntil })
    await Promise.all(later)
    // New lists are read in portions. Each try must bring the answer nearer.
    if (answer.status === 503 && tries < MOST_TRIES) return ask(act, tries + 1)
    return answer.json()
  }
  expect(await ask('')).toMatchObject({ total: MANY })
  expect(await ask('export')).toMatchObject({ total: MANY })
  expect(await ask('erase')).toEqual({ erased: MANY })
})
