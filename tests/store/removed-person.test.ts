import { existsSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { contact } from '#forms/contact.ts'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import * as collection from '#server/collections/collection.ts'
import { useTransport } from '#server/storage/patient-fetch.ts'
import { listRecords } from '#server/admin/list-records.ts'
import { bornAt, newId } from '#server/storage/record-id.ts'
import { checkStore } from '#server/housekeeping/store-check.ts'
import { numbers } from './case.ts'
import { newDataFile } from './data-file.ts'
import { runs } from '../runs.ts'

const HOUR = 60 * 60 * 1_000
const PEOPLE = runs(100)
const messages = collection.collectionOf(contact, {})

/** All that a search of the disk would find. */
const bytesOf = (file: string) =>
  [file, `${file}-wal`]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'latin1'))
    .join('')

const find = (search: string) => listRecords(messages, new URLSearchParams({ search }))

async function openStudio() {
  const file = newDataFile()
  const blobs = await startBlobs({ file })
  process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
  useTransport(blobs.fetch)
  onTestFinished(() => blobs.close())
  return { file, blobs }
}

/** Records of the last four days, some of them too new for the index. */
async function addPeople(): Promise<string[]> {
  const ids = numbers(PEOPLE).map((number) => newId(Date.now() - (number / PEOPLE) * 100 * HOUR))
  for (const [number, id] of ids.entries()) {
    const submission = {
      id,
      createdAt: new Date(bornAt(id)).toISOString(),
      name: `Person No${number}.`,
      email: `person-${number}@example.org`,
      subject: 'Other' as const,
      message: 'Hello.',
    }
    await collection.add(messages, { submission, attempt: `a${number}`, digest: '' })
  }
  return ids
}

const people = (file: string) =>
  new Set(bytesOf(file).match(/person-\d+@example\.org|Person No\d+\./g))

test('whoever is deleted is in no record and in no index on the disk', async () => {
  const { file, blobs } = await openStudio()
  const ids = await addPeople()
  await find('person')
  const deleted = numbers(PEOPLE / 10).map((number) => number * 9)
  for (const number of deleted) {
    expect(await collection.remove(messages, ids[number] ?? '')).toBe(true)
    // A search in between makes what a delete could miss.
    if (number % 5 === 0) await find('person')
  }
  expect(blobs.checkpoint()).toBe(true)
  const found = people(file)
  for (const number of deleted) {
    expect(found).not.toContain(`person-${number}@example.org`)
    expect(found).not.toContain(`Person No${number}.`)
  }
  expect(found.size).toBe(2 * (PEOPLE - deleted.length))
})

test.each([2, 3, 4, 5, 6, 7])(
  'a delete that was cut short at request %i is finished by a sweep',
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
    await collection.remove(messages, ids[gone] ?? '').catch(() => undefined)
    useTransport(blobs.fetch)
    expect(requests).toBeGreaterThanOrEqual(step)
    const isRemoved = (await collection.read(messages, ids[gone] ?? '')) === null
    expect(isRemoved).toBe(step > 2)
    await checkStore({ fix: true })
    expect(blobs.checkpoint()).toBe(true)
    expect(people(file).has(`person-${gone}@example.org`)).toBe(!isRemoved)
    expect(people(file).has(`Person No${gone}.`)).toBe(!isRemoved)
    const found = (await (await find('person')).json()) as { total: number }
    expect(found.total).toBe(isRemoved ? PEOPLE - 1 : PEOPLE)
  },
)
