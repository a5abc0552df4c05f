import type { Context } from '@netlify/functions'
import { expect, test, vi } from 'vitest'
import { ownBuildId, useOwnBuild } from '../own-build.ts'
import { json, HttpError } from '#server/http/answers.ts'
import { afterAnswer, deployContext } from '#server/storage/request-context.ts'
import { respond } from '#server/http/respond.ts'
import { StorageDown } from '#server/storage/faults.ts'

useOwnBuild()

const request = () => new Request('https://studio.test/api', { method: 'PATCH' })
// A handler ignores the missing fields.
const given = (context: object) =>
  ({ deploy: { context: 'dev' }, ...context }) as unknown as Context

const logged = () => {
  const lines = vi.mocked(console.info).mock.calls.map(([line]) => String(line))
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

/** The answer to a request whose handler throws this error. */
async function saidOf(error: Error) {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const answer = await respond('r', () => Promise.reject(error))(request(), given({}))
  return { answer, body: (await answer.json()) as unknown, errors: errors.mock.calls.length }
}

test('a response carries the request id, and the log gets one line', async () => {
  const handler = respond('forms', () => Promise.resolve(json({ ok: true }, 201)))
  const answer = await handler(request(), given({ requestId: 'abc', ip: '203.0.113.7' }))
  expect(answer.status).toBe(201)
  expect(answer.headers.get('x-request-id')).toBe('abc')
  expect(logged()).toEqual([
    expect.objectContaining({ id: 'abc', route: 'forms', method: 'PATCH', status: 201 }),
  ])
})

test('a request without an id or an address is answered, with a new id', async () => {
  const handler = respond('forms', () => Promise.resolve(json({})))
  const [one, other] = [await handler(request(), given({})), await handler(request(), given({}))]
  expect(one.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(other.headers.get('x-request-id')).not.toBe(one.headers.get('x-request-id'))
  await handler(request(), given({ ip: '' }))
  const [without, , empty] = logged()
  expect(without?.['address']).toBe(empty?.['address'])
})

test('the log states the duration', async () => {
  const slow = respond('r', async () => {
    await new Promise((resolve) => setTimeout(resolve, 30))
    return json({})
  })
  await slow(request(), given({}))
  const [line] = logged()
  expect(line?.['milliseconds']).toBeGreaterThanOrEqual(25)
  expect(line?.['milliseconds']).toBeLessThan(30_000)
})

test('an HttpError sets the message, the fields and the headers of the response', async () => {
  const plain = await saidOf(new HttpError(404, 'Not found.'))
  expect([plain.answer.status, plain.body, plain.errors]).toEqual([404, { error: 'Not found.' }, 0])
  const details = { fields: { name: 'Missing.' }, headers: { 'retry-after': '9' } }
  const full = await saidOf(new HttpError(422, 'Look again.', details))
  expect(full.body).toEqual({ error: 'Look again.', fields: { name: 'Missing.' } })
  expect(full.answer.headers.get('retry-after')).toBe('9')
})

test('StorageDown answers 503 with Retry-After, other errors 500, and both are logged', async () => {
  const down = await saidOf(new StorageDown('secret'))
  expect(down.answer.status).toBe(503)
  expect(down.answer.headers.get('retry-after')).toBe('5')
  expect(down.body).toEqual({ error: 'Storage is not available. Please try again.' })
  expect(down.errors).toBe(1)
  const broken = await saidOf(new TypeError('secret'))
  expect(broken.answer.status).toBe(500)
  expect(broken.answer.headers.get('retry-after')).toBeNull()
  expect(broken.body).toEqual({ error: 'Unexpected server error' })
  expect(broken.errors).toBe(2)
})

test.each<[string, () => Promise<Response>, object]>([
  ['a file', () => Promise.resolve(new Response('a,b')), {}],
  ['an HttpError', () => Promise.reject(new HttpError(404, 'Not found.')), {}],
  ['StorageDown', () => Promise.reject(new StorageDown('secret')), {}],
  ['another error', () => Promise.reject(new TypeError('secret')), {}],
  [
    'an earlier deploy',
    () => Promise.resolve(json({})),
    { deploy: { context: 'production', published: false } },
  ],
  ['a missing context', () => Promise.resolve(json({})), { deploy: undefined }],
])('the answer of %s names its build', async (_, handler, context) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { headers } = await respond('r', handler)(request(), given(context))
  expect(headers.get('x-build')).toBe(ownBuildId)
})

test('an earlier deploy never calls the handler', async () => {
  const handler = vi.fn(() => Promise.resolve(json({})))
  const at = async (context: string, published: boolean) =>
    (await respond('r', handler)(request(), given({ deploy: { context, published } }))).text()
  expect(await at('production', false)).toBe(
    '{"error":"This is an earlier version of the site. Please open the current one."}',
  )
  expect(handler).not.toHaveBeenCalled()
  await at('production', true)
  await at('deploy-preview', false)
  expect(handler).toHaveBeenCalledTimes(2)
})

test.each([{ deploy: undefined }, { deploy: {} }, { deploy: { context: '', published: true } }])(
  'a request without a deploy context is refused, and the log says why: %o',
  async (context) => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const handler = vi.fn(() => Promise.resolve(json({})))
    const answer = await respond('r', handler)(request(), given(context))
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({ error: 'The site is not available. Please try again.' })
    expect(handler).not.toHaveBeenCalled()
    expect(errors).toHaveBeenCalledWith(expect.stringContaining('does not say its deploy context'))
  },
)

test('work after the answer is awaited, runs once at a time and keeps the deploy context', async () => {
  const finish: (() => void)[] = []
  const seen: string[] = []
  const waitUntil = vi.fn<(work: Promise<unknown>) => void>()
  const handler = respond('r', () => {
    afterAnswer('sweep', async () => {
      seen.push(deployContext())
      await new Promise<void>((resolve) => finish.push(resolve))
    })
    return Promise.resolve(json({}))
  })
  const ask = () =>
    handler(request(), given({ waitUntil, deploy: { context: 'deploy-preview', published: true } }))
  await ask()
  await ask()
  expect(seen).toEqual(['deploy-preview'])
  expect(waitUntil).toHaveBeenCalledTimes(1)
  finish[0]?.()
  await waitUntil.mock.calls[0]?.[0]
  await ask()
  expect(seen).toHaveLength(2)
  finish[1]?.()
  await waitUntil.mock.calls[1]?.[0]
})

test('failed work after the answer is logged and can run again', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const waits: Promise<unknown>[] = []
  const handler = respond('r', () => {
    afterAnswer('failing', () => Promise.reject(new TypeError('secret')))
    return Promise.resolve(json({}))
  })
  const waitUntil = (work: Promise<unknown>) => waits.push(work)
  for (let i = 0; i < 2; i++) {
    await handler(request(), given({ waitUntil }))
    await Promise.all(waits)
  }
  expect(waits).toHaveLength(2)
  expect(errors).toHaveBeenCalledTimes(2)
})

test('work after the answer does not start without waitUntil', async () => {
  const work = vi.fn(async () => {})
  const handler = respond('r', () => {
    afterAnswer('unheard', work)
    return Promise.resolve(json({}))
  })
  expect((await handler(request(), given({}))).status).toBe(200)
  expect(work).not.toHaveBeenCalled()
})
