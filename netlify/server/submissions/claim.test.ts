import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import * as kv from '#server/storage/kv.ts'
import { useTransport } from '#server/storage/fetch-with-retry.ts'
import { findClaim, giveBack, makeClaim, takeOver, type Claim } from './claim.ts'

const blobs = await startBlobs({ file: ':memory:' })

beforeAll(() => {
  process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
  useTransport(blobs.fetch)
  return () => blobs.close()
})

const claim: Claim = { id: 'first', name: 'things', attempt: 'a', digest: 'd', signals: [] }
let hash = ''
let key = { hash, name: 'things' }
let hashes = 0
beforeEach(() => {
  hash = `hash${hashes++}`
  key = { hash, name: 'things' }
})

test('the first attempt gets the claim, and later ones get the existing claim', async () => {
  expect(await findClaim(key)).toBeNull()
  expect(await makeClaim(key, claim)).toBeNull()
  const found = await findClaim(key)
  expect(found).toEqual({ ...claim, etag: expect.stringMatching(/./) as string })
  expect(await makeClaim(key, { ...claim, id: 'second' })).toEqual(found)
  expect((await kv.get(`claim/${hash}`))?.value).toEqual(claim)
})

test('a claim stores when its record was released', async () => {
  await makeClaim(key, { ...claim, signals: ['fast'], releasedAt: 0 })
  expect(await findClaim(key)).toMatchObject({ signals: ['fast'], releasedAt: 0 })
})

test.each([
  null,
  'x',
  {},
  { ...claim, id: '' },
  { ...claim, digest: '' },
  { id: 'x', digest: 'y' },
])('a damaged claim (%j) counts as none and is overwritten', async (value) => {
  await kv.put(`claim/${hash}`, value)
  expect(await findClaim(key)).toBeNull()
  expect(await makeClaim(key, claim)).toBeNull()
  expect(await findClaim(key)).toMatchObject(claim)
})

test('two attempts that overwrite a damaged claim at once agree on one owner', async () => {
  await kv.put(`claim/${hash}`, 'x')
  const both = await Promise.all([
    makeClaim(key, claim),
    makeClaim(key, { ...claim, id: 'second' }),
  ])
  expect(both.filter((outcome) => outcome === null)).toHaveLength(1)
  expect(both.find((outcome) => outcome !== null)).toEqual(await findClaim(key))
})

test('takeOver replaces only the claim that the caller has read', async () => {
  await makeClaim(key, claim)
  const { etag = '' } = (await findClaim(key)) ?? {}
  const second = { ...claim, id: 'second' }
  expect(await takeOver(key, etag, second)).toBe(second)
  expect(await takeOver(key, etag, { ...claim, id: 'third' })).toMatchObject(second)
  expect(await findClaim(key)).toMatchObject(second)
  await kv.remove(`claim/${hash}`)
  await expect(takeOver(key, etag, claim)).rejects.toMatchObject({
    name: 'StorageDown',
    message: 'A claim disappeared.',
  })
})

test('a claim that its attempt gave back is free for everybody', async () => {
  await makeClaim(key, claim)
  await giveBack(key, claim)
  expect(await findClaim(key)).toBeNull()
  expect(await makeClaim(key, { ...claim, id: 'second' })).toBeNull()
})

test('an attempt cannot give back a claim that another one took over', async () => {
  await makeClaim(key, claim)
  const { etag = '' } = (await findClaim(key)) ?? {}
  const other = { ...claim, attempt: 'b' }
  await takeOver(key, etag, other)
  await giveBack(key, claim)
  expect(await findClaim(key)).toMatchObject(other)
})

test('a claim in the old format gets its owner from its key', async () => {
  await kv.put(`claim/${hash}`, { id: 'first', digest: 'x', signals: [] })
  expect(await findClaim(key)).toMatchObject({ name: 'things', attempt: hash, digest: 'x' })
  const answer = { ...key, isAnswer: true }
  expect(await findClaim(answer)).toMatchObject({ name: 'things', attempt: 'x', digest: '' })
})
