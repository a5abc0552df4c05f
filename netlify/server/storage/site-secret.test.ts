import { createHmac } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { startBlobs } from '#local/blobs/start-blobs.ts'

const blobs = await startBlobs({ file: ':memory:' })
const KEY = 'secret/site'

beforeAll(() => {
  process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
  return () => blobs.close()
})

/** Imports the modules anew, as another process on the same store. */
async function anotherProcess(transport: typeof fetch = blobs.fetch) {
  vi.resetModules()
  const { useDevContext } = await import('#server/storage/request-context.ts')
  useDevContext()
  const { useTransport } = await import('./fetch-with-retry.ts')
  useTransport(transport)
  const kv = await import('./kv.ts')
  const { keyedHash } = await import('./site-secret.ts')
  return { keyedHash, kv, useTransport }
}

test('a store creates its secret once, and every process hashes with it', async () => {
  const [{ keyedHash, kv }, other] = [await anotherProcess(), await anotherProcess()]
  const hash = await keyedHash('claim', 'a', 'b')
  const secret = (await kv.get(KEY))?.value as string
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  const expected = createHmac('sha256', secret).update('["claim","a","b"]').digest('hex')
  expect(hash).toBe(expected)
  expect(await other.keyedHash('claim', 'a', 'b')).toBe(hash)
  const others = [
    await keyedHash('login', 'a', 'b'),
    await keyedHash('claim', 'ab'),
    await keyedHash('claim', 'a', 'b', ''),
  ]
  expect(new Set([hash, ...others]).size).toBe(4)
})

test('a process reads the secret once', async () => {
  const asked = vi.fn<typeof fetch>((...args) => blobs.fetch(...args))
  const { keyedHash } = await anotherProcess(asked)
  await Promise.all([keyedHash('claim'), keyedHash('claim')])
  await keyedHash('claim')
  expect(asked).toHaveBeenCalledTimes(1)
})

test('two processes that create the secret at once end up with the same one', async () => {
  const { kv } = await anotherProcess()
  await kv.remove(KEY)
  const [one, other] = [await anotherProcess(), await anotherProcess()]
  const hashes = await Promise.all([one.keyedHash('claim'), other.keyedHash('claim')])
  expect(hashes[0]).toBe(hashes[1])
})

test('the second process uses the stored secret', async () => {
  let reads = 0
  const late: typeof fetch = (input, init) =>
    init?.method?.toUpperCase() === 'GET' && reads++ === 0
      ? Promise.resolve(new Response(null, { status: 404 }))
      : blobs.fetch(input, init)
  const [first, second] = [await anotherProcess(), await anotherProcess(late)]
  expect(await second.keyedHash('claim')).toBe(await first.keyedHash('claim'))
  expect(reads).toBeGreaterThan(1)
})

test('a failed read of the secret is repeated', async () => {
  const { keyedHash, useTransport } = await anotherProcess(() =>
    Promise.resolve(new Response(null, { status: 400 })),
  )
  await expect(keyedHash('claim')).rejects.toMatchObject({ name: 'StorageDown' })
  useTransport(blobs.fetch)
  expect(await keyedHash('claim')).toBe(await (await anotherProcess()).keyedHash('claim'))
})

test('a damaged secret stops all work, because a new one would hide every claim', async () => {
  const { keyedHash, kv } = await anotherProcess()
  await kv.put(KEY, 7)
  await expect(keyedHash('claim')).rejects.toMatchObject({
    name: 'StorageDown',
    message: 'secret/site is damaged. No backup has it.',
  })
  expect((await kv.get(KEY))?.value).toBe(7)
})
