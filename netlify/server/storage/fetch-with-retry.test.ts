import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { HOUR_MS } from './clock.ts'
import { storageUse, withRequestContext } from './request-context.ts'
import { listingFetch, fetchWithRetry, useTransport } from './fetch-with-retry.ts'

vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn(() => Promise.resolve()) }))

const URL = 'https://blobs.test/key'
const MIB = 2 ** 20

beforeEach(() => {
  vi.mocked(sleep).mockClear()
})

/** Answers with these in turn, repeats the last one and counts the calls. */
function answering(...answers: (() => Response | Promise<Response>)[]) {
  let asked = 0
  const transport = vi.fn<typeof fetch>(async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)]
    if (!answer) throw new Error('There is no answer.')
    return await answer()
  })
  useTransport(transport)
  return transport
}

const status = (code: number) => () => new Response(null, { status: code })
// A transport may throw a value that is not an Error.
const fails = (error: unknown) => vi.fn<() => Promise<Response>>().mockRejectedValue(error)

/** What the request context reports about storage after this work. */
const told = (work: () => Promise<unknown>, limits?: { storageMs: number }) =>
  withRequestContext(
    'dev',
    async () => {
      await work()
      return storageUse()
    },
    limits,
  )

test('the default transport is the network', async () => {
  vi.resetModules()
  const network = vi.fn(() => Promise.resolve(new Response('there')))
  vi.stubGlobal('fetch', network)
  const { fetchWithRetry: unsaid } = await import('./fetch-with-retry.ts')
  expect(await (await unsaid(URL, { method: 'PUT' })).text()).toBe('there')
  // The options also forbid a cached copy of the body.
  const init = { method: 'PUT', redirect: 'error', window: null }
  expect(network).toHaveBeenCalledWith(URL, expect.objectContaining(init))
  vi.unstubAllGlobals()
})

test.each([200, 204, 400, 404, 412, 499])('a status of %d is returned at once', async (code) => {
  const transport = answering(status(code))
  expect((await fetchWithRetry(URL)).status).toBe(code)
  expect(transport).toHaveBeenCalledTimes(1)
  expect(sleep).not.toHaveBeenCalled()
})

test.each([429, 500, 503])('a status of %d is tried three times', async (code) => {
  const transport = answering(status(code))
  expect((await fetchWithRetry(URL)).status).toBe(418)
  expect(transport).toHaveBeenCalledTimes(3)
  expect(sleep).toHaveBeenCalledTimes(2)
})

test('a later try returns its complete response', async () => {
  const headers = { etag: '"e"' }
  const transport = answering(status(503), () => new Response('body', { status: 203, headers }))
  const answer = await fetchWithRetry(URL, { method: 'PUT', body: 'x' })
  expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([
    203,
    '"e"',
    'body',
  ])
  expect(transport.mock.calls[1]).toEqual([
    URL,
    expect.objectContaining({ method: 'PUT', body: 'x' }),
  ])
})

test('a body that breaks off is requested again', async () => {
  const broken = () =>
    new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('gone')) }))
  answering(broken, () => new Response('whole'))
  expect(await (await fetchWithRetry(URL)).text()).toBe('whole')
})

test('the delay between tries is random within limits', async () => {
  answering(status(503))
  for (const chance of [0, 0.5, 1]) {
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    await fetchWithRetry(URL)
  }
  expect(vi.mocked(sleep).mock.calls.flat()).toEqual([40, 40, 120, 120, 200, 200])
})

describe('the timeout of a try', () => {
  const delays = async (body?: BodyInit, storageMs = 60_000) => {
    const timer = vi.spyOn(globalThis, 'setTimeout')
    answering(status(200))
    await withRequestContext(
      'dev',
      () => fetchWithRetry(URL, body === undefined ? undefined : { body }),
      { storageMs },
    )
    return timer.mock.calls.at(-1)?.[1]
  }

  test.each([
    ['nothing', undefined, 1_500],
    ['a short text', 'x', 1_500],
    ['nearly a MiB', 'x'.repeat(MIB - 1), 1_500],
    ['a MiB', 'x'.repeat(MIB), 2_500],
    ['bytes', new ArrayBuffer(3 * MIB), 4_500],
    ['what does not tell its size', new Blob([new Uint8Array(MIB)]), 1_500],
  ])('with a body of %s', async (_, body, ms) => {
    expect(await delays(body)).toBe(ms)
  })

  test('is at most the time left for the request', async () => {
    expect(await delays(undefined, 200)).toBeLessThanOrEqual(200)
    expect(await delays(undefined, 200)).toBeGreaterThan(0)
    expect(await delays(undefined, -200)).toBe(0)
  })
})

test('a try without an answer times out, and no try follows after the request’s time', async () => {
  const transport = vi.fn<typeof fetch>(
    (_, init) =>
      new Promise((_resolve, reject) => {
        // Wait a little longer, because a timer may fire early by a fraction.
        const end = () => setTimeout(() => reject(new Error('aborted')), 10)
        init?.signal?.addEventListener('abort', end)
      }),
  )
  useTransport(transport)
  let answer: Response | undefined
  const use = await told(async () => (answer = await fetchWithRetry(URL)), { storageMs: 30 })
  expect(answer?.status).toBe(418)
  expect(use).toEqual({ requests: 1, trouble: 'no answer in time' })
})

test('an answered request is not aborted later', async () => {
  let signal: AbortSignal | null | undefined
  useTransport((_, init) => {
    signal = init?.signal
    return Promise.resolve(new Response('x'))
  })
  await told(() => fetchWithRetry(URL), { storageMs: 30 })
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(signal?.aborted).toBe(false)
})

test.each([
  [status(200), undefined],
  [status(404), undefined],
  [status(412), undefined],
  [status(400), 'status 400'],
  [status(403), 'status 403'],
  [status(503), 'status 503'],
  [fails(new TypeError('secret')), 'TypeError'],
  [fails('secret'), 'a thrown value'],
  [fails(new TypeError('secret', { cause: new RangeError('secret') })), 'TypeError'],
  [fails(new TypeError('secret', { cause: { code: 'secret' } })), 'TypeError'],
  [
    fails(new TypeError('x', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) })),
    'ECONNREFUSED',
  ],
])('an error report keeps only the kind of trouble (%#)', async (answer, trouble) => {
  answering(answer)
  expect((await told(() => fetchWithRetry(URL))).trouble).toBe(trouble)
})

test('each try is counted', async () => {
  answering(status(503), status(503), status(200))
  expect((await told(() => fetchWithRetry(URL))).requests).toBe(3)
})

test('a listing that answers 404 is an outage', async () => {
  answering(status(404))
  expect((await listingFetch(URL)).status).toBe(418)
  answering(() => new Response('list', { status: 200 }))
  const answer = await listingFetch(URL)
  expect([answer.status, await answer.text()]).toEqual([200, 'list'])
})

test('a clock that is wrong by an hour is logged once', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const ask = async (hours: number) => {
    const date = new Date(Date.now() + hours * HOUR_MS).toUTCString()
    useTransport(() => Promise.resolve(new Response('', { headers: { date } })))
    await fetchWithRetry('https://store.test/key')
  }
  await ask(0)
  await ask(0.5)
  expect(said).not.toHaveBeenCalled()
  await ask(2)
  await ask(2)
  expect(said.mock.calls.flat()).toEqual([
    'This instance’s clock is wrong: 120 minutes behind the store’s.',
  ])
})
