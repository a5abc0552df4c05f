import { afterEach, expect, test } from 'vitest'
import { contact } from '#forms/contact.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { add } from '#server/collections/records.ts'
import { remove } from '#server/collections/change.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { tileSize, useTileSize } from '#server/collections/rows/tiles.ts'
import { newId } from '#server/storage/record-id.ts'
import { call } from './addresses.ts'
import { origin, ownPage, signIn, useStudio } from './studio.ts'

useStudio()

const DAY_MS = 24 * 60 * 60 * 1_000
const messages = collectionOf(contact, {})
const usual = tileSize()

afterEach(() => useTileSize(usual))

async function weeks(): Promise<number[]> {
  const headers = { ...(await signIn()), ...ownPage }
  const answer = await call(new Request(`${origin}/api/admin/weeks`, { headers }))
  expect(answer.status).toBe(200)
  const { weeks } = (await answer.json()) as { weeks: { from: string; count: number }[] }
  return weeks.map(({ count }) => count)
}

test('the last twelve weeks are counted before and after rows are folded', async () => {
  useTileSize(3)
  const days = [0, 1, 6, 8, 20, 21.5, 83, 85]
  const ids: string[] = []
  for (const ago of days) {
    const time = Date.now() - ago * DAY_MS - 60_000
    const id = newId(time)
    ids.push(id)
    const createdAt = new Date(time).toISOString()
    const answers = { name: 'Ada', email: 'ada@example.com', message: 'Hello.' }
    const submission = { id, createdAt, subject: 'Other' as const, ...answers }
    await add(messages, { submission, attempt: id, digest: '' })
  }
  const expected = [1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 3]
  expect(await weeks()).toEqual(expected)
  await fold(messages, 5_000)
  expect(await weeks()).toEqual(expected)
  await remove(messages, ids[0] ?? '')
  expect((await weeks()).at(-1)).toBe(2)
})
