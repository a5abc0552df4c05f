import { existsSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import { collectionOf } from '#server/collections/collection.ts'
import { add } from '#server/collections/records.ts'
import { remove } from '#server/collections/change.ts'
import { read } from '#server/collections/current.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { useTransport } from '#server/storage/fetch-with-retry.ts'
import { listRecords } from '#server/admin/list-records.ts'
import { createdAtOf, newId } from '#server/storage/record-id.ts'
import { checkStore } from '#server/housekeeping/check.ts'
import { numbers } from './case.ts'
import { newDataFile } from './data-file.ts'
import { rowTexts } from '../api/rows.ts'
import { runs } from '../runs.ts'

const HOUR = 60 * 60 * 1_000
const PEOPLE = runs(100)
const messages = collectionOf(contact, {})

/** The bytes of the data file and its write-ahead log. */
const bytesOf = (file: string) =>
  [file, `${file}-wal`]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'latin1'))
    .join('')

const find = (search: string) => listRecords(messages, new URLSearchParams({ search }))

async function openStudio() {
  // The tests search the data file.
  vi.stubEnv('STORE_KEY', '')
  const file = newDataFile()
  const blobs = await startBlobs({ file })
  process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
  useTransport(blobs.fetch)
  onTestFinished(() => blobs.close())
  return { file, blobs }
}

/** Adds records of the last four days; some are too new for the index. */
async function addPeople(): Promise<string[]> {
  const ids = numbers(PEOPLE).map((number) => newId(Date.now() - (number / PEOPLE) * 100 * HOUR))
  for (const [number, id] of ids.entries()) {
    const submission = {
      id,
      createdAt: new Date(createdAtOf(id)).toISOString(),
      name: `Person No${number}.`,
      email: `person-${number}@example.org`,
      subject: 'Other' as const,
      message: 'Hello.',
    }
    await add(messages, { submission, attempt: `a${number}`, digest: '' })
  }
  return ids
}

/** The people in the data files and in the unpacked rows. */
async function people(file: string): Promise<Set<string>> {
  const texts = bytesOf(file) + (await rowTexts(messages.name))
  return new Set(texts.match(/person-\d+@example\.org|Person No\d+\./g))
}

test('a deleted person is in no record and in no row on the disk', async () => {
  const { file, blobs } = await openStudio()
  const ids = await addPeople()
  await find('person')
  const deleted = numbers(PEOPLE / 10).map((number) => number * 9)
  for (const number of deleted) {
    expect(await remove(messages, ids[number] ?? '')).toBe(true)
    // A fold between deletes makes rows that a delete could miss.
    if (number % 5 === 0) await fold(messages)
  }
  await fold(messages)
  expect(blobs.checkpoint()).toBe(true)
  const found = await people(file)
  for (const number of deleted) {
    expect(found).not.toContain(`person-${number}@example.org`)
    expect(found).not.toContain(`Person No${number}.`)
  }
  expect(found.size).toBe(2 * (PEOPLE - deleted.length))
})

test.each([9, 10, 11, 12, 13, 14])(
  'a sweep finishes a delete that stopped at request %i',
  async (step) => {
    const { file, blobs } = await openStudio()
    const ids = await addPeople()
    const gone = PEOPLE * 0.75
    await find('person')
    let requests = 0
    useTransport((input, init) => {
      if (++requests < step) return blobs.fetch(input, init)
      return Promise.reject(new TypeError('The process is dead.'))
    })
    await remove(messages, ids[gone] ?? '').catch(() => undefined)
    useTransport(blobs.fetch)
    expect(requests).toBeGreaterThanOrEqual(step)
    const isRemoved = (await read(messages, ids[gone] ?? '')) === null
    expect(isRemoved).toBe(step > 11)
    await checkStore({ fix: true })
    expect(blobs.checkpoint()).toBe(true)
    const found = await people(file)
    expect(found.has(`person-${gone}@example.org`)).toBe(!isRemoved)
    expect(found.has(`Person No${gone}.`)).toBe(!isRemoved)
    const { total } = (await (await find('person')).json()) as { total: number }
    expect(total).toBe(isRemoved ? PEOPLE - 1 : PEOPLE)
  },
)
