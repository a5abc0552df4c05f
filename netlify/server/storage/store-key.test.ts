import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import { useTransport } from './fetch-with-retry.ts'
import * as kv from './kv.ts'
import { forgetAll } from './remembered.ts'

/** With STORE_KEY, the first write proves that this key opens what the store has sealed. */

const PROOF = 'secret/store-key'
const [KEY, OTHER, THIRD] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64'))
const use = (setting = '') => vi.stubEnv('STORE_KEY', setting)

let blobs: Awaited<ReturnType<typeof startBlobs>>

beforeEach(async () => {
  blobs = await startBlobs({ file: ':memory:' })
  process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
  useTransport(blobs.fetch)
  forgetAll()
})
afterEach(() => blobs.close())

const isProof = (input: Parameters<typeof fetch>[0]) =>
  (input instanceof Request ? input.url : String(input)).endsWith(PROOF)

/** Counts the requests about the proof, and may answer them in place of the store. */
function watchProof(answer: (method: string) => Response | undefined = () => undefined) {
  const methods: string[] = []
  useTransport(async (input, init) => {
    if (!isProof(input)) return blobs.fetch(input, init)
    const method = init?.method?.toUpperCase() ?? 'GET'
    methods.push(method)
    return answer(method) ?? blobs.fetch(input, init)
  })
  return methods
}

const unfit = { name: 'SealFault', message: expect.stringContaining("can't be opened") as string }

test('without a key there is no proof', async () => {
  use()
  const asked = watchProof()
  await kv.put('x', 1)
  expect(asked).toEqual([])
})

test('the first write leaves a proof, and one instance looks at it once for each setting', async () => {
  use(KEY)
  const asked = watchProof()
  await kv.put('x', 1)
  expect(asked).toEqual(['GET', 'PUT', 'GET'])
  await kv.put('x', 2)
  expect(asked).toHaveLength(3)
  use(`1:${KEY}`)
  await kv.put('x', 3)
  expect(asked).toEqual(['GET', 'PUT', 'GET', 'GET'])
  expect(await kv.get(PROOF)).toMatchObject({ by: expect.stringMatching(/^[\w-]{36}$/) as string })
})

test('a key that does not fit the store writes nothing, however often it tries', async () => {
  use(KEY)
  await kv.put('x', 1)
  use(OTHER)
  for (let time = 0; time < 2; time++) await expect(kv.put('y', 1)).rejects.toMatchObject(unfit)
  use(KEY)
  expect(await kv.get('y')).toBeNull()
})

test('a key that comes second is refused even if the store forgets the proof once', async () => {
  use(KEY)
  await kv.put('x', 1)
  use(OTHER)
  let isForgotten = true
  watchProof((method) => {
    if (method !== 'GET' || !isForgotten) return undefined
    isForgotten = false
    return new Response(null, { status: 404 })
  })
  await expect(kv.put('y', 1)).rejects.toMatchObject(unfit)
  use(KEY)
  expect((await kv.get('x'))?.value).toBe(1)
  await kv.put('y', 2)
})

test('of a rotation, too, the newest key is proved: another one with its number is refused', async () => {
  use(KEY)
  await kv.put('x', 1)
  use(`2:${OTHER},1:${KEY}`)
  const asked = watchProof()
  await kv.put('x', 2)
  await kv.put('x', 3)
  expect(asked).toEqual(['GET', 'PUT', 'GET'])
  use(`2:${THIRD},1:${KEY}`)
  await expect(kv.put('y', 1)).rejects.toMatchObject(unfit)
  // Without the new key, what it has sealed can't be read.
  forgetAll()
  use(`1:${KEY}`)
  await expect(kv.put('y', 1)).rejects.toMatchObject(unfit)
  use(`3:${THIRD},2:${OTHER},1:${KEY}`)
  await kv.put('y', 1)
  expect((await kv.get('x'))?.value).toBe(3)
})

test('a proof that the store does not keep is an outage', async () => {
  use(KEY)
  watchProof((method) => (method === 'GET' ? new Response(null, { status: 404 }) : undefined))
  const down = { name: 'StorageDown', message: 'A write was not confirmed.' }
  for (let time = 0; time < 2; time++) await expect(kv.put('x', 1)).rejects.toMatchObject(down)
  expect(await kv.get('x')).toBeNull()
})
