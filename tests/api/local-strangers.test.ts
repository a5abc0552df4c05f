import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startSite } from '#local/server.ts'
import { ask, smallSite } from './local-site.ts'

const post = { method: 'POST' }

/** Host names and methods that the server refuses. */

test.each(['a@b', 'a b', '['])('the host name "%s" is refused', async (host) => {
  expect((await ask(await smallSite(), '/', { headers: { host } })).status).toBe(400)
})

describe('the host name of a site', () => {
  const statusOf = async (site: { url: string }, host: string) =>
    (await ask(site, '/', { headers: { host } })).status

  test.each(['localhost', 'LOCALHOST:1', '127.0.0.1', '127.0.0.1:80', '[::1]:4321'])(
    'may name this machine: %s',
    async (host) => {
      expect(await statusOf(await smallSite(), host)).toBe(200)
    },
  )

  test.each(['evil.example', 'localhost.evil.example:4321', '127.0.0.1.nip.io', '192.0.2.1', 'pc'])(
    'may not name another one: %s',
    async (host) => {
      const site = await smallSite()
      const headers = { host, origin: `http://${host}` }
      const page = await ask(site, '/about', { headers })
      expect(page.status).toBe(421)
      expect(page.headers['content-type']).toMatch(/^text\/plain/)
      expect(page.body.toString()).toBe('This site has another name.\n')
      const answer = await ask(site, '/api/echo', { ...post, headers, body: Buffer.from('{}') })
      expect(answer.status).toBe(421)
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'application/json',
        'x-content-type-options': 'nosniff',
      })
      expect(JSON.parse(answer.body.toString())).toEqual({ error: 'This site has another name.' })
    },
  )

  test('may be the host of URL', async () => {
    const site = await smallSite()
    vi.stubEnv('URL', 'https://studio.test')
    expect(await statusOf(site, 'studio.test')).toBe(200)
    expect(await statusOf(site, 'www.studio.test')).toBe(421)
    vi.stubEnv('URL', 'no address')
    expect(await statusOf(site, 'studio.test')).toBe(421)
  })

  test('may be the value of HOST', async () => {
    const site = await smallSite({ host: '127.0.0.2' })
    expect(await statusOf(site, '127.0.0.2:4321')).toBe(200)
    expect(await statusOf(site, '192.0.2.1')).toBe(421)
  })

  test.each(['0.0.0.0', '::'])(
    'may be on %s any address or local name, but no internet name',
    async (host) => {
      const site = await smallSite({ host })
      const local = { url: `http://127.0.0.1:${new URL(site.url).port}` }
      for (const name of ['192.0.2.1:4321', '[2001:db8::1]', 'studio.local', 'localhost']) {
        expect(await statusOf(local, name), name).toBe(200)
      }
      for (const name of ['evil.example', 'local', 'evil.local.example', '192.0.2.1.nip.io']) {
        expect(await statusOf(local, name), name).toBe(421)
      }
    },
  )
})

describe('an unusual method', () => {
  const site = () => startSite({ dist: 'public' })

  test.each(['TRACE', 'PROPFIND', 'QUERY', 'OPTIONS'])(
    '%s is refused by the API like any other wrong method',
    async (method) => {
      const api = await site()
      onTestFinished(api.close)
      for (const [path, status, allow] of [
        ['/api/admin/login', 405, 'POST'],
        ['/api/admin/contact-submissions', 405, 'GET, POST'],
        ['/api/forms/contact', 405, 'POST'],
        ['/api/nowhere', 404, undefined],
      ] as const) {
        const answer = await ask(api, path, { method })
        expect({ path, status: answer.status, allow: answer.headers.allow }).toEqual({
          path,
          status,
          allow,
        })
        expect(JSON.parse(answer.body.toString())).toEqual({ error: expect.any(String) as string })
        expect(answer.headers).toMatchObject({
          'cache-control': 'no-store',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
          'x-content-type-options': 'nosniff',
        })
      }
    },
  )
})
