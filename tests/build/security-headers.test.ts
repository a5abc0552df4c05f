import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { parseAllHeaders } from '@netlify/headers-parser'
import { expect, test } from 'vitest'

import { writeHeaders } from '../../src/build/security-headers.ts'

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

test('one policy covers every page of the site and lists each hash once', async () => {
  const dist = await built({
    'index.html': '<script>a()</script><style>p{}</style>',
    'blogs/one.html': '<script>a()</script><style>q{}</style>',
  })
  expect(await writeHeaders(dist, {})).toBe(2)

  const text = await readFile(join(dist, '_headers'), 'utf8')
  expect(text.match(/Content-Security-Policy/g)).toHaveLength(1)
  expect(text.match(/sha256-/g)).toHaveLength(3)
})

test('Netlify parses the headers file as intended', async () => {
  const dist = await built({ 'index.html': '<style>p{}</style>' })
  await writeHeaders(dist, {})
  const found = await rules(dist)

  const paths = found.map((rule) => rule.for)
  expect(paths).toEqual(['/*', '/_astro/*', '/fonts/*', '/admin', '/admin/*'])
  expect(found[0]?.values).toMatchObject({
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload',
  })
  expect(found[1]?.values).toEqual({ 'Cache-Control': 'public, max-age=31536000, immutable' })
  expect(found[4]?.values).toEqual({ 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store' })
})

test('a page that the policy would break stops the build and is named', async () => {
  const dist = await built({
    'index.html': '<p>fine</p>',
    'blogs/one.html': '<p style="color:red" onclick="go()">',
  })
  await expect(writeHeaders(dist, {})).rejects.toThrow(
    'blogs/one.html: <p> has the attribute style="color:red"\n' +
      '  blogs/one.html: <p> has the event handler onclick="go()"',
  )
  await expect(readFile(join(dist, '_headers'))).rejects.toThrow('ENOENT')
})
