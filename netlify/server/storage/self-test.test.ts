import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import { useTransport } from './fetch-with-retry.ts'
import { checks } from './self-test.ts'

const blobs = await startBlobs({ file: ':memory:' })

beforeAll(() => {
  process.env['NETLIFY_BLOBS_CONTEXT'] = blobs.context
  return () => blobs.close()
})
beforeEach(() => useTransport(blobs.fetch))

type Fetch = typeof fetch
const urlOf = (input: Parameters<Fetch>[0]) =>
  input instanceof Request ? input.url : input.toString()
type Asked = { method: string; path: string; init: RequestInit | undefined }

/** The store, except for the requests that this function answers. */
const lying = (lie: (asked: Asked) => Response | undefined) => {
  const transport: Fetch = async (input, init) => {
    const asked = { method: init?.method?.toUpperCase() ?? 'GET', path: urlOf(input), init }
    return lie(asked) ?? blobs.fetch(input, init)
  }
  useTransport(transport)
}

const ONE_WINS = 'of ten writers of a new key, one must win'
const NONE_LOST = 'ten writers at once must lose no change'
const LISTING = 'a listing must show what is there, and nothing else'
const REMOVED = 'what is removed must be gone'
const FILE = 'a file must come back byte for byte'

let runs = 0
/** The finding of the check with this name. */
const noteOf = (name: string) => {
  const run = runs++
  return checks.find((one) => one.name === name)?.look((part) => `run${run}/${part}`)
}

test('a correct store has no findings', async () => {
  const names = [ONE_WINS, NONE_LOST, LISTING, REMOVED, FILE]
  expect(checks.map(({ name }) => name)).toEqual(names)
  for (const name of names) expect(await noteOf(name), name).toBeUndefined()
})

test('a check reports several winners, or none', async () => {
  // Every write succeeds without its condition.
  useTransport((input, init) => {
    const headers = new Headers(init?.headers)
    headers.delete('if-none-match')
    return blobs.fetch(input, { ...init, headers })
  })
  expect(await noteOf(ONE_WINS)).toBe('10 of 10 writers were told that the key is theirs.')
  lying(({ method }) => {
    if (method === 'PUT') return new Response(null, { status: 412 })
    return Response.json({ by: 'nobody', value: 0 }, { headers: { etag: '"e"' } })
  })
  expect(await noteOf(ONE_WINS)).toBe('0 of 10 writers were told that the key is theirs.')
})

test('a check reports a value that the winner did not write', async () => {
  lying(({ method }) =>
    method === 'GET'
      ? Response.json({ by: 'x', value: 'other' }, { headers: { etag: '"e"' } })
      : undefined,
  )
  expect(await noteOf(ONE_WINS)).toBe('What stands there is not what the winner wrote.')
})

test('a check reports a written value that cannot be read', async () => {
  // Each of the nine losers reads the value once.
  let reads = 0
  lying(({ method }) =>
    method === 'GET' && ++reads > 9 ? new Response(null, { status: 404 }) : undefined,
  )
  expect(await noteOf(ONE_WINS)).toBe('What stands there is not what the winner wrote.')
  expect(await noteOf(NONE_LOST)).toBe('A change was refused, however often it was tried.')
})

test('a check reports a lost change with both counts', async () => {
  let changes = 0
  lying(({ method, init }) => {
    const isChange = method === 'PUT' && new Headers(init?.headers).has('if-match')
    // The third change is confirmed but not stored.
    if (!isChange || ++changes !== 3) return undefined
    return new Response(null, { headers: { etag: '"e"' } })
  })
  expect(await noteOf(NONE_LOST)).toBe('20 changes were confirmed, 19 are there.')
})

test('a check reports changes that are always refused', async () => {
  lying(({ method, init }) => {
    if (method !== 'PUT' || !new Headers(init?.headers).has('if-match')) return undefined
    return new Response(null, { status: 412 })
  })
  expect(await noteOf(NONE_LOST)).toBe('A change was refused, however often it was tried.')
})

test('a key that vanishes between two changes costs only a retry', async () => {
  let reads = 0
  lying(({ method }) =>
    method === 'GET' && ++reads === 5 ? new Response(null, { status: 404 }) : undefined,
  )
  expect(await noteOf(NONE_LOST)).toBeUndefined()
})

test('a check reports missing and superfluous keys of a listing', async () => {
  lying(({ method }) => (method === 'DELETE' ? new Response(null, { status: 204 }) : undefined))
  expect(await noteOf(LISTING)).toBe('It lacks 0 keys that are there and shows 3 that are gone.')
  lying(({ path }) =>
    path.includes('prefix=') ? Response.json({ blobs: [], directories: [] }) : undefined,
  )
  expect(await noteOf(LISTING)).toBe('It lacks 9 keys that are there and shows 0 that are gone.')
})

test('a check reports missing and superfluous keys of equal number', async () => {
  lying(({ path }) => {
    const prefix = new URL(path).searchParams.get('prefix')
    if (prefix === null) return undefined
    const numbers = ['00', '01', '02', '03', '05', '06', '07', '09', '10']
    const blobs = numbers.map((number) => ({ key: `${prefix}${number}`, etag: '"e"' }))
    return Response.json({ blobs, directories: [] })
  })
  expect(await noteOf(LISTING)).toBe('It lacks 1 keys that are there and shows 1 that are gone.')
})

test('a check reports a removed key that can be read or blocks a new one', async () => {
  lying(({ method }) => (method === 'DELETE' ? new Response(null, { status: 204 }) : undefined))
  expect(await noteOf(REMOVED)).toBe('A read after the removal found it.')
  const gone = vi.fn(() => new Response(null, { status: 404 }))
  lying(({ method }) => {
    if (method === 'DELETE') return new Response(null, { status: 204 })
    // The first read finds no key, and a write finds one.
    return method === 'GET' && gone.mock.calls.length === 0 ? gone() : undefined
  })
  expect(await noteOf(REMOVED)).toBe('The key was not free again.')
})

test('a check reports a file that is gone, short or changed', async () => {
  lying(({ method }) => (method === 'GET' ? new Response(null, { status: 404 }) : undefined))
  expect(await noteOf(FILE)).toBe('The file was not found.')
  for (const bytes of [new Uint8Array(64 * 1_024), new Uint8Array(9)]) {
    const file = () => new Response(bytes, { headers: { etag: '"other"' } })
    lying(({ method }) => (method === 'GET' ? file() : undefined))
    expect(await noteOf(FILE)).toBe('Its bytes differ.')
  }
})
