import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSite, type Site } from '#local/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { strictTransport } from '#promises/strict-transport.ts'
import { studio } from '../content.ts'
import { dist } from './built-pages.ts'

let site: Site
let folder: string
// Copy only a few pages, because the local server compresses all files when it starts.
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

test('the deployed pages require HTTPS', async () => {
  const headers = await readFile(`${dist}/_headers`, 'utf8')
  expect(headers).toMatch(/Content-Security-Policy: .*; upgrade-insecure-requests$/m)
  expect(headers).toContain(
    `  Strict-Transport-Security: ${strictTransport(studio.security.hsts)}\n`,
  )
})

// WebKit would obey such a header on http://localhost and load nothing.
test.each(['/', '/admin', '/no-such-page', '/api/forms/nothing', '/api/admin/login'])(
  '%s does not require HTTPS on a plain HTTP server',
  async (path) => {
    const { headers } = await fetch(site.url + path)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
    expect(headers.has('strict-transport-security')).toBe(false)
  },
)
