import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import * as kv from '#server/storage/kv.ts'
import { useTransport } from '#server/storage/fetch-with-retry.ts'
import { findClaim, isHeldBack, makeClaim, takeOver, type Claim } from './claim.ts'

const blobs = await startBlobs({ file: ':memory:' })

beforeAll(() => {
  process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
  useTransport(blobs.fetch)
  return () => blobs.close()
})

const claim: Claim = { id: 'first', digest: 'd', signals: [] }
let hash = ''
let hashes = 0
beforeEach(() => {
  hash = `hash${hashes++}`
})

test('whoever claims first has it, and whoever comes later is told', async () => {
  expect(await findClaim(hash)).toBeNull()
  expect(await makeClaim(hash, claim)).toBeNull()
  const found = await findClaim(hash)
  expect(found).toEqual({ ...claim, etag: expect.stringMatching(/./) as string })
  expect(await makeClaim(hash, { ...claim, id: 'second' })).toEqual(found)
  expect((await kv.get(`claim/${hash}`))?.value).toEqual(claim)
})

test('a claim keeps when its record was released', async () => {
  await makeClaim(hash, { ...claim, signals: ['fast'], releasedAt: 0 })
  expect(await findClaim(hash)).toMatchObject({ signals: ['fast'], releasedAt: 0 })
})

test.each([
  null,
  'x',
  {},
  { ...claim, id: '' },
  { ...claim, digest: '' },
  { id: 'x', digest: 'y' },
])('a damaged claim (%j) is none, and is written over', async (value) => {
  await kv.put(`claim/${hash}`, value)
  expect(await findClaim(hash)).toBeNull()
  expect(await makeClaim(hash, claim)).toBeNull()
  expect(await findClaim(hash)).toMatchObject(claim)
})

test('of two who find a damaged claim at once one has it, and the other is told', async () => {
  await kv.put(`claim/${hash}`, 'x')
  const both = await Promise.all([
    makeClaim(hash, claim),
    makeClaim(hash, { ...claim, id: 'second' }),
  ])
  expect(both.filter((outcome) => outcome === null)).toHaveLength(1)
  expect(both.find((outcome) => outcome !== null)).toEqual(await findClaim(hash))
})

test('a claim is taken over from whoever was seen there, and from nobody else', async () => {
  await makeClaim(hash, claim)
  const { etag = '' } = (await findClaim(hash)) ?? {}
  const second = { ...claim, id: 'second' }
  expect(await takeOver(hash, etag, second)).toBe(second)
  expect(await takeOver(hash, etag, { ...claim, id: 'third' })).toMatchObject(second)
  expect(await findClaim(hash)).toMatchObject(second)
  await kv.remove(`claim/${hash}`)
  await expect(takeOver(hash, etag, claim)).rejects.toMatchObject({
    name: 'StorageDown',
    message: 'A claim disappeared.',
  })
})

test('what came with signals is held back until it is released', () => {
  expect(isHeldBack(claim)).toBe(false)
  expect(isHeldBack({ ...claim, signals: ['fast'] })).toBe(true)
  expect(isHeldBack({ ...claim, signals: ['fast'], releasedAt: 0 })).toBe(false)
})
