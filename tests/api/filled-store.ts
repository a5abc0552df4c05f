import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { careers } from '#forms/careers.ts'
import { contact } from '#forms/contact.ts'
import { waitlist } from '#forms/waitlist.ts'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import { collectionOf, type Collection } from '#server/collections/collection.ts'
import { add } from '#server/collections/records.ts'
import { remove, changeState } from '#server/collections/change.ts'
import { fold } from '#server/collections/rows/fold.ts'
import { useTransport } from '#server/storage/fetch-with-retry.ts'
import { newId } from '#server/storage/record-id.ts'
import { waitlistProjects } from '#server/content/offered.ts'
import { answersTo } from './answers.ts'
import { forget } from './rows.ts'
import {
  askRecords,
  askResume,
  askWaitlist,
  interceptStorage,
  send,
  sendMessage,
  signIn,
} from './studio.ts'

/** A store with records of every kind, for the tests of backups. */

export const messages: Collection = collectionOf(contact, {})
const HOUR_MS = 60 * 60 * 1_000

export const silent = () => undefined

/** The path of a new backup folder, removed when the test ends. */
export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'backup-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return join(path, 'new')
}

export const idOf = async (answer: Response) => ((await answer.json()) as { id: string }).id

/** Stores a message from some hours ago. */
async function oldMessage(hours: number, text: string): Promise<string> {
  const at = Date.now() - hours * HOUR_MS
  const id = newId(at)
  const createdAt = new Date(at).toISOString()
  const submission = { id, createdAt, name: 'Old', email: `${id}@example.com`, message: text }
  await add(messages, { submission, attempt: randomUUID(), digest: randomUUID() })
  return id
}

/** Stores new, old, held, released, noted and removed records, waitlist entries and resumes. */
export async function fill(): Promise<void> {
  const texts = ['Zoë \u2028 строка', '字\u{1F600}', '"quoted"\nand more']
  for (const [i, text] of texts.entries()) {
    const young = await idOf(await sendMessage({ message: text }))
    const old = await oldMessage(30 + i, text)
    for (const id of [young, old]) {
      await changeState(messages, id, () => ({ seenAt: '2026-11-20T10:00:00.000Z', note: text }))
    }
  }
  const held = await idOf(await sendMessage({ honeypot: 'https://spam.test' }))
  const released = await idOf(await sendMessage({ honeypot: 'https://spam.test' }))
  await changeState(messages, released, () => ({ isHeld: false }))
  await changeState(messages, await oldMessage(50, 'by hand'), () => ({ isHeld: true }))
  for (const id of [await idOf(await sendMessage()), await oldMessage(60, 'gone')]) {
    expect(await remove(messages, id)).toBe(true)
  }
  expect(held).not.toBe(released)
  for (let i = 0; i < 2; i++) await send(careers, await answersTo(careers))
  for (let i = 0; i < 2; i++) await send(waitlist, await answersTo(waitlist))
  await fold(messages)
}

/** All lists and resumes as the admin gets them. */
export async function everything() {
  const headers = await signIn()
  const lists = ['contact-submissions', 'career-applications'].flatMap((list) => [
    askRecords(`${list}?limit=200`, { headers }),
    askRecords(`${list}?limit=200&state=held`, { headers }),
    askRecords(`${list}?limit=200&search=o`, { headers }),
  ])
  const slug = (await waitlistProjects())[0]?.slug ?? ''
  const entries = askWaitlist(`entries?projectSlug=${slug}`, { headers })
  const answers = await Promise.all([...lists, entries])
  const seen = (await Promise.all(answers.map((answer) => answer.json()))) as {
    items: { id: string }[]
  }[]
  const ids = seen[3]?.items.map(({ id }) => id) ?? []
  const files = await Promise.all(
    ids.map(async (id) => (await askResume(id, { headers })).arrayBuffer()),
  )
  return { seen, files: files.map((bytes) => sum(new Uint8Array(bytes))) }
}

const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The checksum of every file of a folder. */
export async function contentOf(path: string): Promise<Record<string, string>> {
  const names = (await readdir(path, { recursive: true })).sort()
  const content: Record<string, string> = {}
  for (const name of names) {
    const file = join(path, name)
    if ((await stat(file)).isFile()) content[name] = sum(await readFile(file))
  }
  return content
}

type Options = { port?: number; intercept?: (storage: typeof fetch) => typeof fetch }

/** Lets the functions work on an empty store for the rest of the test. */
export async function useEmptyStore({ intercept, ...options }: Options = {}): Promise<void> {
  const other = await startBlobs({ file: ':memory:', ...options })
  const before = process.env['NETLIFY_BLOBS_CONTEXT'] ?? ''
  useTransport(intercept?.(other.fetch) ?? other.fetch)
  // A new instance of a function remembers nothing.
  forget()
  process.env['NETLIFY_BLOBS_CONTEXT'] = other.context
  onTestFinished(async () => {
    process.env['NETLIFY_BLOBS_CONTEXT'] = before
    interceptStorage((storage) => storage)
    forget()
    await other.close()
  })
}
