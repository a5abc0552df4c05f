import { gunzipSync } from 'node:zlib'
import { existsSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { contact } from '#forms/contact.ts'
import { forms } from '#forms/index.ts'
import { waitlist } from '#forms/waitlist.ts'
import type { Form } from '#forms/form.ts'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import { everyCollection, collectionOf } from '#server/collections/collection.ts'
import { notifyKey } from '#server/collections/keys.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { changeState } from '#server/collections/change.ts'
import { add, addFile } from '#server/collections/records.ts'
import { runHousekeeping } from '#server/housekeeping/run.ts'
import { confirmedRecordsOf, eraseRecords, recordsOf } from '#server/people/person.ts'
import * as kv from '#server/storage/kv.ts'
import { useTransport } from '#server/storage/fetch-with-retry.ts'
import { newId } from '#server/storage/record-id.ts'
import { waitlistProjects } from '#server/content/offered.ts'
import { newDataFile } from './data-file.ts'

const HOUR_MS = 60 * 60 * 1_000
const person = { name: 'Perdita Quill', email: 'Perdita@quill.example' }
const other = { name: 'Otto Other', email: 'otto@quill.example' }

/** All text in the data files, and the unpacked text of the rows. */
async function disk(file: string): Promise<string> {
  const texts = [file, `${file}-wal`]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'latin1'))
  for (const key of await kv.list('rows/')) {
    if (key.endsWith('manifest')) continue
    const file = await kv.getFile(key)
    if (file) texts.push(gunzipSync(file).toString())
  }
  return texts.join('\n')
}

/** Adds a person's submission with a note, and with a resume if the form takes one. */
async function addOne(form: Form, who: typeof person, hours: number, more: object = {}) {
  const collection = collectionOf(form, more as Record<string, unknown>)
  const id = newId(Date.now() - hours * HOUR_MS)
  const resume = new TextEncoder().encode(`%PDF-1.7 of ${who.name}`)
  if (form.name === 'careers') await addFile(collection, id, resume.buffer)
  const answers = { ...who, fullName: who.name, message: `Yours, ${who.name}`, ...more }
  const submission = { id, createdAt: '', ...answers }
  await add(collection, { submission, attempt: id, digest: '' })
  await changeState(collection, id, () => ({ note: `Spoke with ${who.name}`, version: 1 }))
  await kv.put(notifyKey(collection.name, id), {})
  return collection
}

test('after an erasure, nothing on the disk names the person', async () => {
  // The test searches the data file.
  vi.stubEnv('STORE_KEY', '')
  const file = newDataFile()
  const blobs = await startBlobs({ file })
  process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
  useTransport(blobs.fetch)
  onTestFinished(() => blobs.close())
  for (const who of [person, other]) {
    for (const hours of [0, 1, 30, 300]) {
      for (const form of forms.filter((one) => one !== waitlist)) await addOne(form, who, hours)
      for (const { slug } of await waitlistProjects()) {
        await addOne(waitlist, who, hours, { projectSlug: slug })
      }
      await addOne(contact, who, hours, { signals: ['honeypot'] })
    }
    // This list belongs to an app that is closed now.
    await addOne(waitlist, who, 40, { projectSlug: 'a-closed-app' })
  }
  // Rows, and the file of recent rows, name the person too.
  for (const collection of await everyCollection()) await fold(collection)
  await runHousekeeping()
  const { length: count } = await recordsOf(person.email)
  expect(count).toBe(4 * (forms.length - 1 + (await waitlistProjects()).length + 1) + 1)
  expect(await disk(file)).toContain('Perdita')

  expect(await eraseRecords(await confirmedRecordsOf(person.email, count))).toBe(count)
  expect(await recordsOf(person.email)).toEqual([])
  await runHousekeeping()
  expect(blobs.checkpoint()).toBe(true)
  const left = await disk(file)
  expect(left).not.toMatch(/perdita/i)
  expect(left).toContain('Otto Other')
  expect(await recordsOf(other.email)).toHaveLength(count)
  // The erasure removes the person's notifications, and no others.
  expect(await kv.list('notify/')).toHaveLength(count)
})
