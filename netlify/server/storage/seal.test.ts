import { beforeAll, expect, test, vi } from 'vitest'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import { withRequestContext } from './request-context.ts'
import { useTransport } from './fetch-with-retry.ts'
import * as kv from './kv.ts'
import { isSealed, seal, storeKeyFaults, storeKeys, unseal, decrypt, encrypt } from './seal.ts'

const blobs = await startBlobs({ file: ':memory:', pageSize: 2 })

beforeAll(() => {
  process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
  useTransport(blobs.fetch)
  return () => blobs.close()
})

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const [OLD, NEW] = [keyOf(1), keyOf(2)]
const use = (setting: string) => vi.stubEnv('STORE_KEY', setting)
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text)).buffer
const hexOf = (stored: string | ArrayBuffer) => Buffer.from(stored as ArrayBuffer).toString('hex')
const textOf = (bytes: ArrayBuffer | null) => bytes && Buffer.from(bytes).toString()
const outage = { name: 'SealFault', message: expect.stringContaining("can't be opened") as string }

/** What stands under a key in the store, read and written without the seal. */
async function raw(key: string, bytes?: ArrayBuffer): Promise<ArrayBuffer> {
  const stub = process.env['STORE_KEY'] ?? ''
  use('')
  let body = new ArrayBuffer()
  if (bytes) await kv.putFile(key, bytes)
  useTransport(async (input, init) => {
    const answer = await blobs.fetch(input, init)
    body = await answer.clone().arrayBuffer()
    return answer
  })
  await kv.getFile(key).catch(() => null)
  useTransport(blobs.fetch)
  use(stub)
  return body
}

test('without a key a value is stored as it is', async () => {
  use('')
  await kv.put('plain', 'Ada')
  expect(textOf(await raw('plain'))).toContain('"value":"Ada"')
  expect(seal('x', 'Ada')).toBe('Ada')
  expect(unseal('x', new ArrayBuffer()).byteLength).toBe(0)
  expect(isSealed(bytesOf('Ada'))).toBe(false)
})

test('with a key every write is sealed, and every read opens it', async () => {
  use(OLD)
  await kv.put('a/put', 'Ada')
  await kv.create('a/new', 'Ada')
  await kv.putFile('a/file', bytesOf('%PDF-Ada'))
  await kv.create('Odd key?', 'Ada')
  const found = await kv.get('a/put')
  expect(await kv.replace('a/put', 'Ada L.', found?.etag ?? '')).toBe(true)
  expect(await kv.replace('a/put', 'lost', found?.etag ?? '')).toBe(false)
  expect(await kv.change('a/new', (value) => `${String(value)} M.`)).toBe('Ada M.')
  expect((await kv.get('a/put'))?.value).toBe('Ada L.')
  expect(await kv.create('Odd key?', 'Bob')).toMatchObject({ value: 'Ada' })
  expect(textOf(await kv.getFile('a/file'))).toBe('%PDF-Ada')
  for (const key of ['a/put', 'a/new', 'a/file', 'Odd key?']) {
    const stored = Buffer.from(await raw(key))
    expect(stored.subarray(0, 7)).toEqual(Buffer.from('\u00f5seal\u0000\u0001', 'latin1'))
    expect(stored.toString('latin1')).not.toContain('Ada')
  }
  expect(await kv.list('a/')).toEqual(['a/file', 'a/new', 'a/put'])
})

test('a write with a lost answer is confirmed by a read of the sealed value', async () => {
  use(OLD)
  let writes = 0
  useTransport(async (input, init) => {
    const answer = await blobs.fetch(input, init)
    if (init?.method?.toUpperCase() === 'PUT' && writes++ === 0) throw new TypeError('Lost.')
    return answer
  })
  expect(await kv.create('lost', 1)).toBe('created')
  useTransport(blobs.fetch)
})

test('plain values are read with a key too, and changed ones are sealed', async () => {
  use('')
  await kv.put('before', 1)
  await kv.putFile('before.pdf', bytesOf('%PDF-'))
  await kv.putFile('damaged', bytesOf('{"by'))
  use(OLD)
  expect((await kv.get('before'))?.value).toBe(1)
  expect(textOf(await kv.getFile('before.pdf'))).toBe('%PDF-')
  expect((await kv.get('damaged'))?.value).toBeUndefined()
  await kv.change('before', () => 2)
  expect(isSealed(await raw('before'))).toBe(true)
})

test('the same value is never sealed to the same bytes', () => {
  use(OLD)
  expect(hexOf(seal('x', 'Ada'))).not.toBe(hexOf(seal('x', 'Ada')))
})

test.each([
  ['no key', ''],
  ['another key', NEW],
  ['the key under another number', `2:${OLD}`],
])('with %s a sealed value is an outage, never absent', async (_, setting) => {
  use(OLD)
  await kv.put('hidden', 'Ada')
  await kv.putFile('hidden.pdf', bytesOf('%PDF-'))
  use(setting)
  await expect(kv.get('hidden')).rejects.toMatchObject(outage)
  await expect(kv.getFile('hidden.pdf')).rejects.toMatchObject(outage)
  await expect(kv.create('hidden', 'Bob')).rejects.toMatchObject(outage)
  await expect(kv.change('hidden', () => 'Bob')).rejects.toMatchObject(outage)
  use(OLD)
  expect((await kv.get('hidden'))?.value).toBe('Ada')
})

test('a sealed value that is cut anywhere is an outage', async () => {
  use(OLD)
  await kv.put('cut', 'Ada')
  const whole = await raw('cut')
  for (let bytes = 0; bytes < whole.byteLength; bytes++) {
    await raw('cut', whole.slice(0, bytes))
    await expect(kv.get('cut'), `${bytes} bytes`).rejects.toMatchObject(outage)
    await expect(kv.getFile('cut')).rejects.toMatchObject(outage)
  }
  await raw('cut', whole)
  expect((await kv.get('cut'))?.value).toBe('Ada')
})

test('a sealed value with any other byte is an outage, or no sealed value', async () => {
  use(OLD)
  await kv.put('bent', 'Ada')
  const whole = await raw('bent')
  for (let at = 0; at < whole.byteLength; at++) {
    const bent = new Uint8Array(whole.slice(0))
    bent[at] = (bent[at] ?? 0) ^ 1
    await raw('bent', bent.buffer)
    if (at < 5) expect((await kv.get('bent'))?.value, `byte ${at}`).toBeUndefined()
    else await expect(kv.get('bent'), `byte ${at}`).rejects.toMatchObject(outage)
  }
})

test('a sealed value under another key is an outage', async () => {
  use(OLD)
  await kv.put('mine', 'Ada')
  await raw('yours', await raw('mine'))
  await expect(kv.get('yours')).rejects.toMatchObject({
    name: 'SealFault',
    message:
      "yours can't be opened: STORE_KEY is not the key that sealed it, or the value is damaged.",
  })
})

test('in a rotation the highest number seals, and every listed key opens', async () => {
  use(OLD)
  await kv.put('rotated', 1)
  for (const setting of [`2:${NEW},1:${OLD}`, `1:${OLD},2:${NEW}`]) {
    use(setting)
    expect((await kv.get('rotated'))?.value).toBe(1)
    expect(isSealed(await raw('rotated'))).toBe(false)
  }
  expect(await kv.sealAgain('rotated')).toBe(true)
  expect(isSealed(await raw('rotated'))).toBe(true)
  use(`2:${NEW}`)
  expect((await kv.get('rotated'))?.value).toBe(1)
})

test('sealing again keeps the value and its writer, and skips what is done or gone', async () => {
  use('')
  await kv.put('again', 'Ada')
  await kv.putFile('again.pdf', bytesOf('%PDF-'))
  const before = await kv.get('again')
  use(OLD)
  expect(await kv.sealAgain('again')).toBe(true)
  expect(await kv.sealAgain('again.pdf')).toBe(true)
  expect(await kv.sealAgain('again')).toBe(false)
  expect(await kv.sealAgain('nothing')).toBe(false)
  const after = await kv.get('again')
  expect(after).toMatchObject({ value: 'Ada', by: before?.by })
  expect(after?.etag).not.toBe(before?.etag)
  expect(textOf(await kv.getFile('again.pdf'))).toBe('%PDF-')
  use(NEW)
  await expect(kv.sealAgain('again')).rejects.toMatchObject(outage)
})

/** Runs `other` before the next write. */
function beforeNextWrite(other: () => Promise<unknown>) {
  useTransport(async (input, init) => {
    if (init?.method?.toUpperCase() === 'PUT') {
      useTransport(blobs.fetch)
      await other()
    }
    return blobs.fetch(input, init)
  })
}

test('sealing again never undoes another write', async () => {
  use('')
  await kv.put('raced', 1)
  await kv.put('erased', 1)
  use(OLD)
  // The other writer does not know the key yet.
  beforeNextWrite(async () => {
    use('')
    await kv.put('raced', 2)
    use(OLD)
  })
  expect(await kv.sealAgain('raced')).toBe(true)
  expect((await kv.get('raced'))?.value).toBe(2)
  expect(isSealed(await raw('raced'))).toBe(true)
  beforeNextWrite(() => kv.remove('erased'))
  expect(await kv.sealAgain('erased')).toBe(false)
  expect(await kv.get('erased')).toBeNull()
})

test('sealing again without an etag writes nothing', async () => {
  use('')
  await kv.put('bare', 1)
  use(OLD)
  useTransport(async (input, init) => {
    const answer = await blobs.fetch(input, init)
    return new Response(await answer.arrayBuffer())
  })
  await expect(kv.sealAgain('bare')).rejects.toMatchObject({
    name: 'StorageDown',
    message: 'A value has no etag.',
  })
  // The write is not confirmed, so it is read again.
  useTransport(async (input, init) => {
    const answer = await blobs.fetch(input, init)
    return init?.method?.toUpperCase() === 'PUT' ? new Response() : answer
  })
  expect(await kv.sealAgain('bare')).toBe(false)
  useTransport(blobs.fetch)
  expect(isSealed(await raw('bare'))).toBe(true)
})

test('listPage walks through the whole store by its cursors', async () => {
  use('')
  const all = await kv.list('')
  const seen: string[] = []
  let pages = 0
  for (let cursor: string | null = ''; cursor !== null; pages++) {
    const { page, next }: Awaited<ReturnType<typeof kv.listPage>> = await kv.listPage(cursor)
    expect(page.every(({ etag }) => etag.length > 0)).toBe(true)
    seen.push(...page.map(({ key }) => key))
    cursor = next
  }
  expect(seen).toEqual(all)
  expect(pages).toBe(Math.ceil(all.length / 2))
  useTransport(() => Promise.resolve(new Response(null, { status: 404 })))
  await expect(kv.listPage('')).rejects.toMatchObject({ name: 'StorageDown' })
  useTransport(blobs.fetch)
})

test('an empty listing is a page without entries', async () => {
  const read = () => kv.listPage('')
  expect(await withRequestContext('empty', read)).toEqual({ page: [], next: null })
})

test.each([
  ['31 bytes', Buffer.alloc(31).toString('base64')],
  ['33 bytes', Buffer.alloc(33).toString('base64')],
  ['base64url', keyOf(255).replaceAll('/', '_')],
  ['bits after the end', keyOf(0).replace('A=', 'B=')],
  ['no padding', keyOf(1).replace('=', '')],
  ['a space', ` ${keyOf(1)}`],
  ['a line end', `${keyOf(1)}\n`],
  ['words', 'correct horse battery staple'],
  ['number 0', `0:${keyOf(1)}`],
  ['a large number', `1000:${keyOf(1)}`],
  ['no number in a list', `2:${NEW},${OLD}`],
  ['no number first', `${NEW},1:${OLD}`],
  ['one number twice', `1:${NEW},1:${OLD}`],
  ['an empty entry', `1:${OLD},`],
  ['two numbers', `1:2:${OLD}`],
])('STORE_KEY with %s stops every request to storage', async (_, setting) => {
  use(setting)
  const words = 'STORE_KEY: write 32 random bytes in base64, or a list 2:<new>,1:<old>.'
  const fault = { name: 'SealFault', message: words }
  expect(storeKeyFaults()).toEqual([words])
  for (const act of [
    () => kv.get('x'),
    () => kv.put('x', 1),
    () => kv.getFile('x'),
    () => kv.remove('x'),
    () => kv.list(''),
  ]) {
    await expect(act()).rejects.toMatchObject(fault)
  }
  use(OLD)
  expect(storeKeyFaults()).toEqual([])
  expect(await kv.get('x')).toBeNull()
})

test('STORE_KEY is read in order of its numbers, each with a secret of its own', () => {
  use(`9:${OLD},999:${NEW},10:${keyOf(3)}`)
  expect(storeKeys().map(({ number }) => number)).toEqual([999, 10, 9])
  expect(new Set(storeKeys().map(({ secret }) => Buffer.from(secret).toString())).size).toBe(3)
  expect(storeKeys()).toBe(storeKeys())
  use('')
  expect(storeKeys()).toEqual([])
})

test('a value that was sealed before opens', () => {
  use(OLD)
  const stored = Buffer.from('9XNlYWwAAR6kQ4rKtG5Ibe8ZrYKWul1FF+qS3gpQhUuOPgqcwU8=', 'base64')
  expect(textOf(unseal('rec/a', new Uint8Array(stored).buffer))).toBe('Ada')
})

test('encrypted bytes open with their key and their name only', () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const bytes = encrypt(key, 'name', Buffer.from('Ada'))
  expect(bytes).toHaveLength(12 + 16 + 3)
  expect(decrypt(key, 'name', bytes)?.toString()).toBe('Ada')
  expect(decrypt(other, 'name', bytes)).toBeNull()
  expect(decrypt(key, 'other', bytes)).toBeNull()
  expect(decrypt(key, 'name', bytes.subarray(0, 12 + 12))).toBeNull()
  expect(decrypt(key, 'name', encrypt(key, 'name', Buffer.alloc(0)))).toHaveLength(0)
})
