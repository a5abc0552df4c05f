import { beforeAll, describe, expect, test } from 'vitest'
import { contact } from '#forms/contact.ts'
import type { Answers } from '#forms/submission.ts'
import { waitlist } from '#forms/waitlist.ts'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import { collectionOf, type Collection } from '#server/collections/collection.ts'
import { readFile } from '#server/collections/records.ts'
import { remove } from '#server/collections/change.ts'
import { read } from '#server/collections/current.ts'
import { isHeldRow } from '#server/collections/row.ts'
import * as kv from '#server/storage/kv.ts'
import { useTransport } from '#server/storage/fetch-with-retry.ts'
import { createdAtOf, newId } from '#server/storage/record-id.ts'
import { findClaim, makeClaim, type Claim } from './claim.ts'
import { hold, release } from './release.ts'
import { attemptStatus, storeSubmission } from './store-submission.ts'
import { keyOfAnswer, reserveUnique } from './unique-answer.ts'

const blobs = await startBlobs({ file: ':memory:' })

beforeAll(() => {
  process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
  useTransport(blobs.fetch)
  return () => blobs.close()
})

const messages: Collection = collectionOf(contact, {})
const calmist: Collection = collectionOf(waitlist, { projectSlug: 'calmist' })

// These tests skip the checks that give answers their type.
const answersOf = (answers: object) => answers as Answers
const message = answersOf({ name: 'Ada', email: 'ada@example.com', message: 'Hello.' })
const joining = (email: string) => answersOf({ email, source: 'landing', projectSlug: 'calmist' })

let attempts = 0
const newAttempt = () => `attempt${attempts++}`
const newEmail = () => `visitor${attempts++}@example.com`

type More = { digest?: string; signals?: string[]; file?: ArrayBuffer }

async function store(collection: Collection, attempt: string, answers: Answers, more: More = {}) {
  const { digest = 'digest', signals = [], file } = more
  const prior = await attemptStatus(collection, attempt)
  return storeSubmission(collection, attempt, prior, { answers, file, digest, signals })
}

/** A claim of another attempt. */
const elsewhere = (id: string, signals: string[] = []): Claim => ({
  ...{ id, name: calmist.name, attempt: 'elsewhere', digest: 'theirs', signals },
})

const recordsOf = async ({ name }: Collection) => kv.list(`rec/${name}/`)

const isListed = async (collection: Collection, id: string) => {
  const row = await read(collection, id)
  return row !== null && !isHeldRow(row)
}

describe('a submission', () => {
  test('is one record with its creation time and its attempt', async () => {
    const attempt = newAttempt()
    const { id, ...rest } = await store(messages, attempt, message)
    expect(rest).toEqual({ digest: 'digest', signals: [], isDuplicate: false })
    const createdAt = new Date(createdAtOf(id)).toISOString()
    expect((await kv.get(`rec/${messages.name}/${id}`))?.value).toEqual({
      submission: { id, createdAt, ...message },
      attempt,
      digest: 'digest',
    })
    expect(await readFile(messages, id)).toBeNull()
  })

  test('is stored once when it is sent repeatedly and in parallel', async () => {
    const attempt = newAttempt()
    const before = (await recordsOf(messages)).length
    const both = await Promise.all([
      store(messages, attempt, message),
      store(messages, attempt, message),
    ])
    const again = await store(messages, attempt, message)
    expect(both).toEqual([again, again])
    expect(await recordsOf(messages)).toHaveLength(before + 1)
  })

  test('with another content under the same key is not stored', async () => {
    const attempt = newAttempt()
    const first = await store(messages, attempt, message)
    const before = await recordsOf(messages)
    const other = await store(messages, attempt, message, { digest: 'another' })
    expect(other).toMatchObject({ id: first.id, digest: 'digest', signals: [], isDuplicate: false })
    expect(await recordsOf(messages)).toEqual(before)
  })

  test('that was interrupted is completed under its claim', async () => {
    const attempt = newAttempt()
    const id = newId()
    await makeClaim(
      { hash: attempt, name: messages.name },
      { id, name: messages.name, attempt, digest: 'digest', signals: [] },
    )
    expect(await attemptStatus(messages, attempt)).toMatchObject({
      claim: { id },
      record: 'missing',
    })
    expect((await store(messages, attempt, message)).id).toBe(id)
    expect(await attemptStatus(messages, attempt)).toMatchObject({
      claim: { id },
      record: 'stored',
    })
  })

  test('is a new record if its first record was removed', async () => {
    const attempt = newAttempt()
    const first = await store(messages, attempt, message)
    await remove(messages, first.id)
    expect(await attemptStatus(messages, attempt)).toMatchObject({ record: 'removed' })
    const second = await store(messages, attempt, message)
    expect(second.id).not.toBe(first.id)
    expect(await read(messages, first.id)).toBeNull()
    expect(await read(messages, second.id)).not.toBeNull()
    expect((await findClaim({ hash: attempt, name: messages.name }))?.id).toBe(second.id)
  })

  test('of an unknown attempt has no status', async () => {
    expect(await attemptStatus(messages, newAttempt())).toBeNull()
  })

  test('stores its file and the reason why it is held', async () => {
    const file = new Uint8Array([1, 2, 3]).buffer
    const { id } = await store(messages, newAttempt(), message, { file, signals: ['fast'] })
    expect(await readFile(messages, id)).toEqual(file)
    const row = await read(messages, id)
    expect(row?.submission).toMatchObject({ signals: ['fast'] })
    expect(row && isHeldRow(row)).toBe(true)
  })

  test('without signals stores its creation time and no signals', async () => {
    const { id } = await store(messages, newAttempt(), message)
    const createdAt = new Date(createdAtOf(id)).toISOString()
    expect((await read(messages, id))?.submission).toStrictEqual({ id, createdAt, ...message })
  })
})

describe('an address on a list', () => {
  test('is listed once in any case and with spaces around it', async () => {
    const first = await store(calmist, newAttempt(), joining('ada@list.test'))
    expect(first.isDuplicate).toBe(false)
    const before = await recordsOf(calmist)
    for (const email of ['ADA@list.test', ' ada@list.test ']) {
      const again = await store(calmist, newAttempt(), joining(email))
      expect(again).toMatchObject({ id: first.id, isDuplicate: true })
    }
    expect(await recordsOf(calmist)).toEqual(before)
    const other = collectionOf(waitlist, { projectSlug: 'founders-journal' })
    expect(await store(other, newAttempt(), joining('ada@list.test'))).toMatchObject({
      isDuplicate: false,
    })
  })

  test('is no duplicate if the same attempt sends it twice', async () => {
    const [attempt, email] = [newAttempt(), newEmail()]
    const first = await store(calmist, attempt, joining(email))
    expect(await store(calmist, attempt, joining(email))).toEqual(first)
  })

  test('with a claim but no record is completed under its id and is no duplicate', async () => {
    const [email, attempt, id] = [newEmail(), newAttempt(), newId()]
    await makeClaim(await keyOfAnswer(calmist.name, email), elsewhere(id))
    const stored = await store(calmist, attempt, joining(email), { digest: 'mine' })
    expect(stored).toEqual({ id, digest: 'mine', signals: [], isDuplicate: false })
    expect((await kv.get(`rec/${calmist.name}/${id}`))?.value).toMatchObject({
      ...{ attempt, digest: 'mine' },
      submission: { id, email },
    })
    expect(await store(calmist, newAttempt(), joining(email))).toMatchObject({ isDuplicate: true })
  })

  test('is given back by an attempt that has already stored other answers', async () => {
    const [email, attempt] = [newEmail(), newAttempt()]
    const name = calmist.name
    await makeClaim({ hash: attempt, name }, { ...elsewhere(newId()), attempt })
    // Two requests with one key come at once, and neither has seen the other.
    const received = { answers: joining(email), digest: 'mine', signals: [] }
    const lost = await storeSubmission(calmist, attempt, null, received)
    expect(lost.digest).toBe('theirs')
    expect(await findClaim(await keyOfAnswer(name, email))).toBeNull()
    const first = await store(calmist, newAttempt(), joining(email))
    expect(first.isDuplicate).toBe(false)
  })

  test('is free after its record was removed', async () => {
    const email = newEmail()
    const first = await store(calmist, newAttempt(), joining(email))
    await remove(calmist, first.id)
    const second = await store(calmist, newAttempt(), joining(email))
    expect(second.isDuplicate).toBe(false)
    expect(second.id).not.toBe(first.id)
    expect(await read(calmist, second.id)).not.toBeNull()
  })

  test('is not reserved by a held sign-up, and a held sign-up is always new', async () => {
    const email = newEmail()
    const signals = ['fast']
    const held = await store(calmist, newAttempt(), joining(email), { signals })
    const alsoHeld = await store(calmist, newAttempt(), joining(email), { signals })
    expect(alsoHeld.id).not.toBe(held.id)
    const honest = await store(calmist, newAttempt(), joining(email))
    const late = await store(calmist, newAttempt(), joining(email), { signals })
    expect([held, alsoHeld, honest, late].map((one) => one.isDuplicate)).not.toContain(true)
    expect(await isListed(calmist, honest.id)).toBe(true)
    expect(await isListed(calmist, late.id)).toBe(false)
  })

  test('with a claim but no record does not stop a held sign-up', async () => {
    const [email, id] = [newEmail(), newId()]
    await makeClaim(await keyOfAnswer(calmist.name, email), elsewhere(id))
    const held = await store(calmist, newAttempt(), joining(email), { signals: ['fast'] })
    expect(held.id).not.toBe(id)
    expect(await isListed(calmist, held.id)).toBe(false)
  })

  test('with a held claim but no record is free', async () => {
    const email = newEmail()
    const hash = await keyOfAnswer(calmist.name, email)
    await makeClaim(hash, elsewhere(newId(), ['fast']))
    expect(await store(calmist, newAttempt(), joining(email))).toMatchObject({ isDuplicate: false })
  })

  test('keeps its own claim, and each later release updates it', async () => {
    const email = newEmail()
    const own = { ...elsewhere(newId(), ['fast']), attempt: 'mine' }
    const hash = await keyOfAnswer(calmist.name, email)
    expect((await reserveUnique(calmist, email, own)).claim).toBe(own)
    expect((await reserveUnique(calmist, email, own)).claim).not.toBe(own)
    for (const releasedAt of [0, 1, 5]) {
      const released = { ...own, releasedAt }
      expect((await reserveUnique(calmist, email, released)).claim).toBe(released)
      expect(await findClaim(hash)).toMatchObject(released)
      const again = await reserveUnique(calmist, email, { ...released })
      expect(again.claim).toMatchObject(released)
    }
    await reserveUnique(calmist, email, { ...own, releasedAt: 4 })
    expect(await findClaim(hash)).toMatchObject({ releasedAt: 5 })
  })
})

describe('a held record', () => {
  test('is listed after a release and can be held again by hand', async () => {
    const { id } = await store(messages, newAttempt(), message, { signals: ['fast'] })
    expect(await release(messages, id)).toEqual({ id })
    expect(await isListed(messages, id)).toBe(true)
    const revision = (await read(messages, id))?.state.revision
    expect(await release(messages, id)).toEqual({ id, isUnchanged: true })
    expect((await read(messages, id))?.state.revision).toBe(revision)
    expect(await hold(messages, id)).toEqual({ id })
    expect(await isListed(messages, id)).toBe(false)
    const held = (await read(messages, id))?.state
    expect(held?.isHeld).toBe(true)
    expect(await hold(messages, id)).toEqual({ id, isUnchanged: true })
    expect((await read(messages, id))?.state).toEqual(held)
    expect(await release(messages, id)).toEqual({ id })
    expect(await isListed(messages, id)).toBe(true)
  })

  test('that is removed or unknown can be neither held nor released', async () => {
    const { id } = await store(messages, newAttempt(), message, { signals: ['fast'] })
    await remove(messages, id)
    for (const none of [id, newId()]) {
      expect(await release(messages, none)).toBeNull()
      expect(await hold(messages, none)).toBeNull()
    }
  })

  test('stays held on release if another record has its address', async () => {
    const email = newEmail()
    const held = await store(calmist, newAttempt(), joining(email), { signals: ['fast'] })
    const listed = await store(calmist, newAttempt(), joining(email))
    await expect(release(calmist, held.id)).rejects.toMatchObject({ status: 409 })
    expect(await isListed(calmist, held.id)).toBe(false)
    expect(await read(calmist, held.id)).not.toBeNull()
    expect(await isListed(calmist, listed.id)).toBe(true)
  })

  test('reserves its address on release, and a later sign-up is a duplicate', async () => {
    const email = newEmail()
    const held = await store(calmist, newAttempt(), joining(email), { signals: ['fast'] })
    expect(await release(calmist, held.id)).toEqual({ id: held.id })
    expect(await isListed(calmist, held.id)).toBe(true)
    expect(await store(calmist, newAttempt(), joining(email))).toMatchObject({
      id: held.id,
      isDuplicate: true,
    })
  })

  test('completes, on release, the record that has a claim on its address', async () => {
    const email = newEmail()
    const held = await store(calmist, newAttempt(), joining(email), { signals: ['fast'] })
    const { hash } = await keyOfAnswer(calmist.name, email)
    const id = newId()
    await kv.put(`claim/${hash}`, elsewhere(id))
    await expect(release(calmist, held.id)).rejects.toMatchObject({ status: 409 })
    expect(await read(calmist, held.id)).not.toBeNull()
    expect((await kv.get(`rec/${calmist.name}/${id}`))?.value).toMatchObject({
      digest: 'digest',
      submission: { id, email },
    })
  })

  test('that was held by hand gives its address to the next sign-up', async () => {
    const email = newEmail()
    const first = await store(calmist, newAttempt(), joining(email))
    await hold(calmist, first.id)
    const second = await store(calmist, newAttempt(), joining(email))
    expect(second.isDuplicate).toBe(false)
    await expect(release(calmist, first.id)).rejects.toMatchObject({ status: 409 })
    expect(await read(calmist, first.id)).not.toBeNull()
  })

  test('with an interrupted release is listed by the next sign-up with its address', async () => {
    const email = newEmail()
    const held = await store(calmist, newAttempt(), joining(email), { signals: ['fast'] })
    const { hash } = await keyOfAnswer(calmist.name, email)
    const { id } = held
    await kv.put(`claim/${hash}`, { id, digest: 'theirs', signals: ['fast'], releasedAt: 0 })
    expect(await store(calmist, newAttempt(), joining(email))).toMatchObject({
      id: held.id,
      isDuplicate: true,
    })
    expect(await isListed(calmist, held.id)).toBe(true)
  })

  test('that was held again after an interrupted release stays held', async () => {
    const email = newEmail()
    const held = await store(calmist, newAttempt(), joining(email), { signals: ['fast'] })
    await release(calmist, held.id)
    await hold(calmist, held.id)
    expect(await store(calmist, newAttempt(), joining(email))).toMatchObject({ isDuplicate: false })
    expect(await isListed(calmist, held.id)).toBe(false)
  })
})
