import { afterAll, describe, expect, test } from 'vitest'
import { startBlobs } from '#local/blobs/start-blobs.ts'
import { accessOf } from './backends.ts'

const blobs = await startBlobs({ file: ':memory:', port: 0 })
afterAll(blobs.close)
const { token } = accessOf(blobs.context)
const authorization = `Bearer ${token}`

const requests = [
  { why: 'no token', path: '/local/site:a/key', authorization: '', status: 401 },
  { why: 'a wrong token', path: '/local/site:a/key', authorization: 'Bearer x', status: 403 },
  { why: 'another site', path: '/other/site:a/key', status: 403 },
  { why: 'the signed-URL API', path: '/api/v1/blobs/local/site:a/key', status: 403 },
  { why: 'no site', path: '/', status: 400 },
  { why: 'a broken escape', path: '/local/site:a/%ff', status: 400 },
  { why: 'an unknown method', path: '/local/site:a/key', method: 'POST', status: 405 },
  { why: 'a write to no key', path: '/local/site:a/', method: 'PUT', status: 405 },
  { why: 'a removal of the site', path: '/local', method: 'DELETE', status: 405 },
  { why: 'no such blob', path: '/local/site:a/none', status: 404 },
  { why: 'the removal of no blob', path: '/local/site:a/none', method: 'DELETE', status: 204 },
  { why: 'a list of nothing', path: '/local/site:none', status: 200 },
]

describe.each([
  { way: 'over HTTP', ask: fetch },
  { way: 'in the same process', ask: blobs.fetch },
])('$way', ({ ask }) => {
  test.each(requests)('$why gets status $status', async ({ path, status, ...request }) => {
    const headers = { authorization: request.authorization ?? authorization }
    const answer = await ask(blobs.url + path, { method: request.method ?? 'GET', headers })
    expect(answer.status).toBe(status)
  })

  test('a blob can be written, described and read, and is not sent twice', async () => {
    const url = `${blobs.url}/region:eu-central-1/local/site:a/a%20b/%C3%BC`
    const headers = { authorization, 'x-amz-meta-user': 'b64;e30=' }
    const written = await ask(url, { method: 'PUT', headers, body: 'größer' })
    const etag = written.headers.get('etag') ?? ''
    expect([written.status, await written.text()]).toEqual([200, ''])

    for (const method of ['GET', 'HEAD']) {
      const read = await ask(url, { method, headers })
      expect(Object.fromEntries(read.headers)).toMatchObject({
        etag,
        'content-length': '8',
        'x-amz-meta-user': 'b64;e30=',
      })
      expect(await read.text()).toBe(method === 'GET' ? 'größer' : '')
    }

    const known = await ask(url, { headers: { ...headers, 'if-none-match': etag } })
    expect([known.status, known.headers.get('etag')]).toEqual([304, etag])
    const again = { method: 'PUT', headers: { ...headers, 'if-none-match': '*' }, body: '' }
    expect((await ask(url, again)).status).toBe(412)
  })

  test('fetch takes a request object and every kind of body', async () => {
    const url = `${blobs.url}/local/site:bodies/key`
    const headers = { authorization }
    const bytes = new TextEncoder().encode('value')
    const bodies = ['value', bytes, bytes.buffer, new Blob([bytes]), new Blob([bytes]).stream()]
    for (const body of bodies) {
      const init = { method: 'PUT', headers, body, duplex: 'half' as const }
      expect((await ask(new Request(url, init))).status).toBe(200)
      expect(await (await ask(new URL(url), { headers })).text()).toBe('value')
      await ask(url, { method: 'delete', headers })
    }
  })

  test('an aborted request is neither answered nor run', async () => {
    const url = `${blobs.url}/local/site:a/given-up`
    const headers = { authorization }
    const signal = AbortSignal.abort()
    await expect(ask(url, { method: 'PUT', headers, body: '', signal })).rejects.toThrow('abort')
    expect((await ask(url, { headers })).status).toBe(404)
  })
})

test('the in-process fetch passes other addresses to the global fetch', async () => {
  const other = await startBlobs({ file: ':memory:', port: 0 })
  const answer = await blobs.fetch(`${other.url}/local`, { headers: { authorization } })
  expect(answer.status).toBe(403)
  await other.close()
})

test('only its own fetch can reach a store without a port', async () => {
  const { url, context, fetch: ask, close } = await startBlobs({ file: ':memory:' })
  const headers = { authorization: `Bearer ${accessOf(context).token}` }
  expect((await ask(`${url}/local`, { headers })).status).toBe(200)
  await expect(fetch(`${url}/local`, { headers })).rejects.toThrow('fetch failed')
  await close()
  expect((await ask(`${url}/local`, { headers })).status).toBe(503)
})
