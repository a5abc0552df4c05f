import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { parseAllHeaders } from '@netlify/headers-parser'
import { expect, test } from 'vitest'

import { writeHeaders } from '../../src/build/security-headers.ts'

const hsts = { subdomains: false, preload: false }

/** Writes these pages to a temporary build folder. */
async function built(pages: Record<string, string>) {
  const dist = await mkdtemp(join(tmpdir(), 'dist-'))
  for (const [name, html] of Object.entries(pages)) {
    await mkdir(dirname(join(dist, name)), { recursive: true })
    await writeFile(join(dist, name), html)
  }
  return dist
}

/** Parses the file as Netlify does: each rule's path with its headers. */
async function rules(dist: string) {
  const { headers, errors } = await parseAllHeaders({
    headersFiles: [join(dist, '_headers')],
    configHeaders: [],
    minimal: true,
  })
  expect(errors).toEqual([])
  return headers
}

test('one policy covers every public page and lists each hash once', async () => {
  const dist = await built({
    'index.html': '<script>a()</script><style>p{}</style>',
    'blogs/one.html': '<script>a()</script><style>q{}</style>',
  })
  expect(await writeHeaders(dist, {}, hsts)).toBe(2)

  const [site] = await rules(dist)
  expect(String(site?.values['Content-Security-Policy']).match(/sha256-/g)).toHaveLength(3)
})

test('Netlify parses the headers file as intended', async () => {
  const dist = await built({ 'index.html': '<style>p{}</style>' })
  await writeHeaders(dist, {}, hsts)
  const found = await rules(dist)

  const paths = found.map((rule) => rule.for)
  expect(paths).toEqual([
    '/*',
    '/_astro/*',
    '/fonts/*',
    '/build.json',
    '/admin',
    '/admin/*',
    '/faqs',
  ])
  expect(found[0]?.values).toMatchObject({
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Strict-Transport-Security': 'max-age=63072000',
  })
  expect(found[1]?.values).toEqual({ 'Cache-Control': 'public, max-age=31536000, immutable' })
  expect(found[4]?.values).toMatchObject({ 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store' })
})

test('the admin area has a policy of its own, without the bot check’s hosts', async () => {
  const dist = await built({ 'index.html': '<style>p{}</style>' })
  await writeHeaders(dist, { RECAPTCHA_SITE_KEY: 'k' }, hsts)
  const policies = (await rules(dist)).map(({ for: path, values }) => [
    path,
    (values['Content-Security-Policy'] ?? '').includes('google.com'),
  ])
  expect(Object.fromEntries(policies)).toMatchObject({
    '/*': true,
    '/admin': false,
    '/admin/*': false,
  })
  const admin = (await rules(dist)).find((rule) => rule.for === '/admin')
  expect(admin?.values['Content-Security-Policy']).toMatch(/^default-src 'none'; script-src 'self'/)
})

test('only the admin area may use passkeys, only what copies the clipboard, and all else is off', async () => {
  const dist = await built({ 'index.html': '<p>' })
  await writeHeaders(dist, {}, hsts)
  const allowed = (await rules(dist)).flatMap(({ for: path, values }) => {
    const policy = values['Permissions-Policy']
    return policy ? [[path, policy.split(', ').filter((one) => !one.endsWith('=()'))]] : []
  })
  const copying = 'clipboard-write=(self)'
  const passkeys = ['publickey-credentials-create=(self)', 'publickey-credentials-get=(self)']
  expect(allowed).toEqual([
    ['/*', []],
    ['/admin', [copying, ...passkeys]],
    ['/admin/*', [copying, ...passkeys]],
    ['/faqs', [copying]],
  ])
})

test('content decides whether HTTPS binds subdomains and browsers’ lists', async () => {
  const dist = await built({ 'index.html': '<p>' })
  await writeHeaders(dist, {}, { subdomains: true, preload: true })
  const [site] = await rules(dist)
  expect(site?.values['Strict-Transport-Security']).toBe(
    'max-age=63072000; includeSubDomains; preload',
  )
})

test('a page that the policy would break stops the build and is named', async () => {
  const dist = await built({
    'index.html': '<p>fine</p>',
    'blogs/one.html': '<p style="color:red" onclick="go()">',
  })
  await expect(writeHeaders(dist, {}, hsts)).rejects.toThrow(
    'blogs/one.html: <p> has the attribute style="color:red"\n' +
      '  blogs/one.html: <p> has the event handler onclick="go()"',
  )
  await expect(readFile(join(dist, '_headers'))).rejects.toThrow('ENOENT')
})
