import { describe, expect, test, vi } from 'vitest'
import { ask, smallSite } from './local-site.ts'

const LIMIT = 6 * 1024 * 1024
const post = { method: 'POST' }

describe('pages', () => {
  test.each([
    ['/', 'Home'],
    ['/about', 'About'],
    ['/about?from=mail', 'About'],
    ['/files/notes.txt', 'notes'],
    ['/same', 'About'],
  ])('%s is found', async (path, text) => {
    const { status, body } = await ask(await smallSite(), path)
    expect(status).toBe(200)
    expect(body.toString()).toContain(text)
  })

  test.each([
    '/nowhere',
    '/_headers',
    '/_redirects',
    '/index.html.br',
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '//etc/passwd',
    '/%00',
    '/%E0%A4%A',
  ])('%s is not found', async (path) => {
    const { status, headers, body } = await ask(await smallSite(), path)
    expect(status).toBe(404)
    expect(headers['x-frame-options']).toBe('DENY')
    expect(body.toString()).toBe('<h1>Lost</h1>')
  })

  test('the later of two header rules wins', async () => {
    const { headers } = await ask(await smallSite(), '/about')
    expect(headers['cache-control']).toBe('no-store')
  })

  test('a page without its own rule is revalidated each time, as on Netlify', async () => {
    const { headers } = await ask(await smallSite(), '/')
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  })

  test.each(['/nowhere', '/files/none.js'])('the missing page %s is never cached', async (path) => {
    const site = await smallSite()
    const kept = await ask(site, '/files/notes.txt')
    expect(kept.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const { status, headers } = await ask(site, path)
    expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
  })

  test('redirects keep the query', async () => {
    const site = await smallSite()
    const old = await ask(site, '/old?a=1')
    expect([old.status, old.headers.location]).toEqual([302, '/about?a=1'])
    const team = await ask(site, '/team/ada/cv')
    expect([team.status, team.headers.location]).toEqual([301, '/people/ada/cv'])
  })

  test.each(['/files', '/files/', '/files/b', '/files/a/b?c', '/files/..%5c..%5cpackage.json'])(
    '%s is answered with the page of a 404 rule',
    async (path) => {
      const { status, headers, body } = await ask(await smallSite(), path)
      expect(status).toBe(404)
      expect(headers['x-frame-options']).toBe('DENY')
      expect(body.toString()).toBe('<h1>No such file</h1>')
    },
  )

  test.each(['br', 'gzip'])('text is compressed with %s', async (encoding) => {
    const headers = { 'accept-encoding': encoding }
    const answer = await ask(await smallSite(), '/', { headers })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers.vary).toBe('Accept-Encoding')
    expect(answer.body.length).toBeLessThan(200)
  })

  test('an unchanged page is not sent again', async () => {
    const site = await smallSite()
    const { etag } = (await ask(site, '/')).headers
    const again = await ask(site, '/', { headers: { 'if-none-match': etag } })
    expect([again.status, again.body.length]).toEqual([304, 0])
    expect(again.headers['x-frame-options']).toBe('DENY')
  })

  test('HEAD answers like GET without the body', async () => {
    const site = await smallSite()
    const { headers } = await ask(site, '/')
    const head = await ask(site, '/', { method: 'HEAD' })
    expect([head.status, head.body.length]).toEqual([200, 0])
    expect(head.headers['content-length']).toBe(headers['content-length'])
  })

  test('a page refuses a POST', async () => {
    expect((await ask(await smallSite(), '/about', post)).status).toBe(404)
  })
})

/** Resolves when the slow function has reached this state. */
const slowCall = (state: 'began' | 'ended') =>
  expect.poll(() => (globalThis as { slowCall?: string }).slowCall).toBe(state)

describe('functions', () => {
  test('one that prefers files answers for a missing file, without the rules for files', async () => {
    const site = await smallSite()
    const file = await ask(site, '/built/one.js')
    expect([file.status, file.headers['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    const { status, headers, body } = await ask(site, '/built/two.js')
    expect([status, headers['cache-control'], body.toString()]).toEqual([404, 'no-store', 'gone'])
    expect(headers['x-frame-options']).toBeUndefined()
  })

  test('a function sees the address, the placeholders and the real client', async () => {
    const site = await smallSite()
    const headers = { 'x-forwarded-for': '203.0.113.9', 'content-length': 5 }
    const answer = await ask(site, '/api/echo/Ada?x=1', {
      ...post,
      headers,
      body: Buffer.from('12345'),
    })
    expect(answer.status).toBe(201)
    expect(JSON.parse(answer.body.toString())).toEqual({
      url: `${site.url}/api/echo/Ada?x=1`,
      length: 5,
      ip: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) as string,
      params: { name: 'Ada' },
    })
  })

  test('a function sets its own headers and gets no page headers', async () => {
    const { headers } = await ask(await smallSite(), '/api/echo')
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2'])
    expect(headers['x-frame-options']).toBeUndefined()
    expect(headers['cache-control']).toBeUndefined()
  })

  test('a function is not called with other methods than its own', async () => {
    const answer = await ask(await smallSite(), '/api/echo', { method: 'PUT' })
    expect(answer.status).toBe(404)
    expect(answer.body.toString()).toContain('Lost')
  })

  test.each([
    ['its announced length', (bytes: number) => Buffer.alloc(bytes)],
    ['what arrives', (bytes: number) => [Buffer.alloc(bytes - 1), Buffer.alloc(1)]],
  ])('a body is limited to 6 MB by %s', async (_, bodyOf) => {
    const site = await smallSite()
    const fits = await ask(site, '/api/echo', { ...post, body: bodyOf(LIMIT) })
    expect(JSON.parse(fits.body.toString())).toMatchObject({ length: LIMIT })
    const tooLarge = await ask(site, '/api/echo', { ...post, body: bodyOf(LIMIT + 1) })
    expect(tooLarge.status).toBe(413)
    expect(tooLarge.headers['content-type']).toBe('application/json')
    expect(JSON.parse(tooLarge.body.toString())).toEqual({ error: 'Payload too large' })
  })

  test('a thrown error is answered plainly and logged without its message', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { status, body } = await ask(await smallSite(), '/api/broken')
    expect(status).toBe(500)
    expect(JSON.parse(body.toString())).toEqual({ error: 'Unexpected server error' })
    const logged = log.mock.calls.flat().join('\n')
    expect(logged).toMatch(/^GET \/api\/broken failed: TypeError\n\s+at /)
    expect(logged).not.toContain('ada@')
  })

  test('a long answer arrives whole', async () => {
    const warned = vi.fn()
    process.on('warning', warned)
    const { body } = await ask(await smallSite(), '/api/stream')
    process.off('warning', warned)
    expect(body.length).toBe(200 * 65_536)
    expect(warned).not.toHaveBeenCalled()
  })

  test('a client that leaves in the middle of its body does not affect others', async () => {
    const site = await smallSite()
    const headers = { 'content-length': 1_000 }
    const leaving = AbortSignal.timeout(200)
    const half = ask(site, '/api/echo', { ...post, headers, signal: leaving, keepOpen: true })
    await expect(half).rejects.toThrow()
    expect((await ask(site, '/api/echo')).status).toBe(201)
  })

  test('work for a client stops when the client leaves', async () => {
    const site = await smallSite()
    const leaving = new AbortController()
    const answer = ask(site, '/api/slow/60000', { signal: leaving.signal })
    await slowCall('began')
    leaving.abort()
    await expect(answer).rejects.toThrow()
    await slowCall('ended')
  })

  test('closing waits for open answers', async () => {
    const site = await smallSite()
    const answer = ask(site, '/api/slow/500')
    await slowCall('began')
    await site.close()
    expect((await answer).body.toString()).toBe('done')
    await expect(ask(site, '/')).rejects.toThrow('ECONNREFUSED')
  })
})

test.each(['/', '/nowhere', '/api/echo'])(
  'over plain HTTP %s does not redirect to HTTPS',
  async (path) => {
    const { headers } = await ask(await smallSite(), path)
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'(; img-src 'self')?$/)
  },
)
