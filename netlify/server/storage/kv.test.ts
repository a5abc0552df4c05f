import { beforeAll, afterEach, expect, test, vi } from 'vitest'
import { withRequestContext } from './request-context.ts'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import * as kv from './kv.ts'
import { MOST_TRIES } from './faults.ts'
import { useTransport } from './fetch-with-retry.ts'

const blobs = await startBlobs({ file: ':memory:', pageSize: 2 })

beforeAll(() => {
  process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
  useTransport(blobs.fetch)
  return () => blobs.close()
})
afterEach(() => useTransport(blobs.fetch))

type Fetch = typeof fetch
const urlOf = (input: Parameters<Fetch>[0]) =>
  input instanceof Request ? input.url : input.toString()
const methodOf = (init?: RequestInit) => init?.method?.toUpperCase() ?? 'GET'
const down = (message: string) => ({ name: 'StorageDown', message })

/** Answers the requests of this method in place of the store until the test ends. */
const instead = (
  method: string,
  answer: (input: Parameters<Fetch>[0], init?: RequestInit) => Promise<Response>,
) => {
  const intercepted = vi.fn(answer)
  useTransport((input, init) =>
    methodOf(init) === method ? intercepted(input, init) : blobs.fetch(input, init),
  )
  return intercepted
}

const etagOf = async (key: string) => (await kv.get(key))?.etag ?? ''
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text)).buffer

test('create writes a key once and returns the existing value later', async () => {
  expect(await kv.get('new')).toBeNull()
  expect(await kv.create('new', { a: 1 })).toBe('created')
  const found = await kv.get('new')
  expect(found).toMatchObject({ value: { a: 1 } })
  expect(found?.etag).toMatch(/./)
  expect(await kv.create('new', 'other')).toMatchObject({ value: { a: 1 }, etag: found?.etag })
})

test('replace succeeds only if nobody changed the value meanwhile', async () => {
  await kv.put('set', 1)
  const etag = await etagOf('set')
  expect(await kv.replace('set', 2, etag)).toBe(true)
  expect(await kv.replace('set', 3, etag)).toBe(false)
  await expect(kv.replace('set', 4, '')).rejects.toMatchObject(
    down('A compare-and-set needs the etag of what it replaces.'),
  )
  expect((await kv.get('set'))?.value).toBe(2)
  await kv.put('set', 5)
  expect((await kv.get('set'))?.value).toBe(5)
})

test('getOrCreate returns what is there, or what it has created', async () => {
  expect(await kv.getOrCreate('once for all', 'first')).toBe('first')
  expect(await kv.getOrCreate('once for all', 'second')).toBe('first')
  // Another writer comes between the read and the write.
  let reads = 0
  instead('GET', (input, init) =>
    reads++ === 0 ? Promise.resolve(new Response(null, { status: 404 })) : blobs.fetch(input, init),
  )
  expect(await kv.getOrCreate('once for all', 'third')).toBe('first')
})

test('change begins with nothing, and writes nothing for null', async () => {
  expect(await kv.change('changed', (value) => (value === undefined ? 1 : null))).toBe(1)
  const etag = await etagOf('changed')
  expect(await kv.change('changed', () => null)).toBeNull()
  expect(await etagOf('changed')).toBe(etag)
  expect(await kv.change('never', () => null)).toBeNull()
  expect(await kv.get('never')).toBeNull()
  // Another writer creates it first.
  let reads = 0
  instead('GET', (input, init) =>
    reads++ === 0 ? Promise.resolve(new Response(null, { status: 404 })) : blobs.fetch(input, init),
  )
  expect(await kv.change('changed', (value) => Number(value ?? 10) + 1)).toBe(2)
})

test('a removed key is gone, and a second removal is no error', async () => {
  await kv.put('gone', 1)
  await kv.remove('gone')
  await kv.remove('gone')
  expect(await kv.get('gone')).toBeNull()
})

test('a file comes back byte for byte', async () => {
  expect(await kv.getFile('file')).toBeNull()
  await kv.putFile('file', bytesOf('\u0000ÿ'))
  expect(Buffer.from((await kv.getFile('file')) ?? bytesOf(''))).toEqual(Buffer.from('\u0000ÿ'))
})

test('a key with special URL characters is stored unchanged', async () => {
  await kv.put('odd/Key?', 1)
  await kv.putFile('odd/File?', bytesOf('x'))
  expect((await kv.get('odd/Key?'))?.value).toBe(1)
  expect((await kv.getFile('odd/File?'))?.byteLength).toBe(1)
  expect(await kv.create('odd/Key?', 2)).toMatchObject({ value: 1 })
  await kv.remove('odd/Key?')
  expect(await kv.get('odd/Key?')).toBeNull()
})

test.each(['', '{"by":"x","val', 'null', '{}', '{"by":"x"}'])(
  'a damaged value (%s) has an etag and no value',
  async (text) => {
    await kv.putFile('damaged', bytesOf(text))
    const found = await kv.get('damaged')
    expect(found?.value).toBeUndefined()
    expect(await kv.replace('damaged', 'mended', found?.etag ?? '')).toBe(true)
  },
)

const wrongAnswers = [
  () => new Response('<h1>Error</h1>', { headers: { etag: '"other"' } }),
  () => Response.json({ error: 'x' }),
  () => new Response('', { headers: { etag: '"x"' } }),
]

test.each(wrongAnswers)('one wrong answer about a value is not believed', async (wrong) => {
  await kv.put('whole', 'value')
  let tries = 0
  instead('GET', (input, init) =>
    tries++ === 0 ? Promise.resolve(wrong()) : blobs.fetch(input, init),
  )
  expect(await kv.get('whole')).toMatchObject({ value: 'value' })
})

test('wrong answers that differ, or have no etag, are an outage', async () => {
  await kv.put('whole', 'value')
  let tries = 0
  const pairs = instead('GET', () =>
    Promise.resolve(new Response('{}', { headers: { etag: `"${tries++}"` } })),
  )
  await expect(kv.get('whole')).rejects.toMatchObject(down('Two wrong answers about a value.'))
  expect(pairs).toHaveBeenCalledTimes(2)
  instead('GET', () => Promise.resolve(Response.json({ error: 'x' })))
  await expect(kv.get('whole')).rejects.toMatchObject(down('Two wrong answers about a value.'))
})

test('a listing reads all pages in order', async () => {
  for (const name of ['d', 'a', 'c', 'b', 'e']) await kv.put(`list/${name}/x`, name)
  const keys = ['a', 'b', 'c', 'd', 'e'].map((name) => `list/${name}/x`)
  expect(await kv.list('list/')).toEqual(keys)
  expect(await kv.listFolders('list/')).toEqual(['a', 'b', 'c', 'd', 'e'])
  const pages = []
  for await (const page of kv.listPages('list/')) pages.push(page)
  expect(pages.length).toBeGreaterThan(2)
  expect(pages.flat()).toContainEqual({ key: 'list/a/x', etag: await etagOf('list/a/x') })
  expect(pages.flat()).toHaveLength(5)
  expect(await kv.list('list/nothing/')).toEqual([])
})

test('a listing is sorted even if the response is not', async () => {
  const named = (key: string) => ({ key, etag: '"e"', size: 1, last_modified: '' })
  instead('GET', () =>
    Promise.resolve(
      Response.json({ blobs: [named('b'), named('a')], directories: ['x/b', 'x/a'] }),
    ),
  )
  expect(await kv.list('')).toEqual(['a', 'b'])
  expect(await kv.listFolders('x/')).toEqual(['a', 'b'])
})

test('a write with a lost answer is confirmed by a read', async () => {
  let lost = 0
  const lossy = async (input: Parameters<Fetch>[0], init?: RequestInit) => {
    const answer = await blobs.fetch(input, init)
    if (lost++ === 0) throw new TypeError('The answer got lost.')
    return answer
  }
  instead('PUT', lossy)
  expect(await kv.create('lost', 1)).toBe('created')
  expect(lost).toBe(2)
  useTransport(blobs.fetch)
  const etag = await etagOf('lost')
  lost = 0
  instead('PUT', lossy)
  expect(await kv.replace('lost', 2, etag)).toBe(true)
  expect((await kv.get('lost'))?.value).toBe(2)
})

test('a write with a lost answer is confirmed though others have written since', async () => {
  for (const others of [1, 3]) {
    const key = `lost under ${others}`
    expect(await kv.create(key, 'first')).toBe('created')
    const etag = await etagOf(key)
    const write = async (to: unknown) => expect(await kv.change(key, () => to)).toBe(to)
    let isLost = false
    instead('PUT', async (input, init) => {
      if (isLost) return blobs.fetch(input, init)
      isLost = true
      await blobs.fetch(input, init)
      for (let number = 0; number < others; number++) await write(`other ${number}`)
      throw new TypeError('The answer got lost.')
    })
    expect(await kv.replace(key, 'own', etag)).toBe(true)
    useTransport(blobs.fetch)
    // A write over an older value is still refused.
    expect(await kv.replace(key, 'late', etag)).toBe(false)
  }
})

test('a write without an etag in its answer counts if a read finds it', async () => {
  instead('PUT', async (input, init) => {
    await blobs.fetch(input, init)
    return new Response(null)
  })
  expect(await kv.create('unproven', 1)).toBe('created')
  instead('PUT', () => Promise.resolve(new Response(null)))
  await expect(kv.create('unwritten', 1)).rejects.toMatchObject(down('A write was not confirmed.'))
  await expect(kv.create('unproven', 2)).rejects.toMatchObject(down('A write was not confirmed.'))
  for (const write of [() => kv.put('no', 'x'), () => kv.putFile('no', bytesOf('x'))]) {
    await expect(write()).rejects.toMatchObject(down('A write was not confirmed.'))
  }
})

test('create retries a key that comes and goes, and then gives up', async () => {
  const refused = instead('PUT', () => Promise.resolve(new Response(null, { status: 412 })))
  await expect(kv.create('ghost', 1)).rejects.toMatchObject({
    name: 'Contended',
    message: 'Somebody else was faster each time.',
  })
  expect(refused).toHaveBeenCalledTimes(MOST_TRIES)
  refused.mockClear()
  refused.mockImplementationOnce(() => Promise.resolve(new Response(null, { status: 412 })))
  refused.mockImplementation((input, init) => blobs.fetch(input, init))
  expect(await kv.create('ghost', 1)).toBe('created')
  expect(refused).toHaveBeenCalledTimes(2)
})

test.each([
  ['get', () => kv.get('x')],
  ['create', () => kv.create('x', 1)],
  ['put', () => kv.put('x', 1)],
  ['putFile', () => kv.putFile('x', bytesOf('x'))],
  ['getFile', () => kv.getFile('x')],
  ['remove', () => kv.remove('x')],
  ['list', () => kv.list('x')],
  ['listFolders', () => kv.listFolders('x')],
])('%s reports when storage does not answer', async (_, act) => {
  useTransport(() => Promise.resolve(new Response(null, { status: 400 })))
  await expect(act()).rejects.toMatchObject({
    ...down('Storage did not answer.'),
    cause: expect.any(Error) as Error,
  })
})

test('a listing that answers 404 is not an empty listing', async () => {
  useTransport(() => Promise.resolve(new Response(null, { status: 404 })))
  await expect(kv.list('x/')).rejects.toMatchObject({ name: 'StorageDown' })
  await expect(kv.listFolders('x/')).rejects.toMatchObject({ name: 'StorageDown' })
})

test('each preview has its own store, a local machine has the main one', async () => {
  const at = <T>(deploy: string, work: () => Promise<T>) => withRequestContext(deploy, work)
  await kv.put('where', 'main')
  const read = () => kv.get('where').then((found) => found?.value)
  expect(await at('dev', read)).toBe('main')
  expect(await at('production', read)).toBe('main')
  expect(await at('deploy-preview', read)).toBeUndefined()
  await at('deploy-preview', () => kv.put('where', 'preview'))
  expect(await at('deploy-preview', read)).toBe('preview')
  expect(await at('branch-deploy', read)).toBeUndefined()
  expect(await read()).toBe('main')
  const asked = vi.fn<Fetch>((input, init) => blobs.fetch(input, init))
  useTransport(asked)
  await at('deploy-preview', read)
  await at('dev', read)
  const stores = asked.mock.calls.map(([input]) => urlOf(input).split('/').at(-2))
  expect(stores).toEqual(['site:studio-deploy-preview', 'site:studio'])
})

test('no store opens without a deploy context', async () => {
  for (const nothing of [undefined, '']) {
    await expect(withRequestContext(nothing, () => kv.list('x'))).rejects.toThrow(
      'The deploy context is not said.',
    )
    await expect(withRequestContext(nothing, () => kv.get('x'))).rejects.toMatchObject({
      name: 'StorageDown',
      cause: new Error('The deploy context is not said.'),
    })
  }
})

test('reads bypass every cache', async () => {
  const context = {
    edgeURL: 'https://cached.test',
    uncachedEdgeURL: 'https://uncached.test',
    token: 'token',
    siteID: 'site',
  }
  const text = Buffer.from(JSON.stringify(context)).toString('base64')
  vi.stubEnv('NETLIFY_BLOBS_CONTEXT', text)
  const asked = vi.fn<Fetch>(() => Promise.resolve(new Response(null, { status: 404 })))
  useTransport(asked)
  expect(await kv.get('x')).toBeNull()
  expect(asked.mock.calls.map(([input]) => new URL(urlOf(input)).host)).toEqual(['uncached.test'])
})

test('a confirmed write is not read back', async () => {
  const asked = vi.fn<Fetch>((input, init) => blobs.fetch(input, init))
  useTransport(asked)
  expect(await kv.create('once', 1)).toBe('created')
  expect(asked).toHaveBeenCalledTimes(1)
})
