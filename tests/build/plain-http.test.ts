import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSite, type Site } from '#local/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dist } from './built-pages.ts'

let site: Site
let folder: string
// A few pages of the build: the local server compresses all that it serves before it starts.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'))
  for (const file of ['_headers', 'index.html', 'admin.html', '404.html']) {
    await cp(join(dist, file), join(folder, file))
  }
  site = await startSite({ dist: folder, netlifyToml: 'netlify.toml' })
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

test('deployed, the pages are bound to https', async () => {
  const headers = await readFile(`${dist}/_headers`, 'utf8')
  expect(headers).toMatch(/Content-Security-Policy: .*; upgrade-insecure-requests$/m)
  expect(headers).toMatch(/Strict-Transport-Security: max-age=63072000; includeSubDomains; preload/)
})

// WebKit takes such a header at its word on http://localhost too, and loads nothing.
test.each(['/', '/admin', '/no-such-page', '/api/forms/nothing', '/api/admin/login'])(
  'on plain http %s is not',
  async (path) => {
    const { headers } = await fetch(site.url + path)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
    expect(headers.has('strict-transport-security')).toBe(false)
  },
)
