import { expect, test, vi } from 'vitest'
import { startSite } from '#local/server.ts'
import { ask } from './local-site.ts'
import { message } from './studio.ts'

/** Bodies that no page makes, over HTTP. */

const B = 'boundary'
const TYPE = `multipart/form-data; boundary=${B}`
const part = (name: string, value: string | Buffer, more = '') =>
  Buffer.concat([
    Buffer.from(`--${B}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
const END = Buffer.from(`--${B}--\r\n`)
const many = (count: number, one: Buffer) => Array.from({ length: count }, () => one)
const file = (bytes: number) =>
  part(
    'resumeFile',
    Buffer.alloc(bytes, '%PDF-'),
    '; filename="a.pdf"\r\nContent-Type: application/pdf',
  )

const table: [what: string, form: string, type: string, body: Buffer[], status: number][] = [
  ['no boundary', 'contact', 'multipart/form-data', [part('name', 'Ada'), END], 400],
  ['another boundary', 'contact', `${TYPE}x`, [part('name', 'Ada'), END], 400],
  ['a boundary of spaces', 'contact', 'multipart/form-data; boundary="  "', [END], 400],
  ['a long boundary', 'contact', `multipart/form-data; boundary=${'b'.repeat(71)}`, [END], 400],
  ['nothing', 'contact', TYPE, [], 400],
  ['no part', 'contact', TYPE, [END], 422],
  ['no end', 'contact', TYPE, [part('name', 'Ada')], 400],
  [
    'bare line feeds',
    'contact',
    TYPE,
    [Buffer.from(`--${B}\nContent-Disposition: form-data`)],
    400,
  ],
  ['a text before', 'contact', TYPE, [Buffer.from('Hello\r\n'), part('name', 'Ada'), END], 400],
  [
    'a part without a name',
    'contact',
    TYPE,
    [Buffer.from(`--${B}\r\nContent-Disposition: form-data\r\n\r\nx\r\n`), END],
    400,
  ],
  ['100 parts too many', 'contact', TYPE, [...many(200, part('name', 'Ada')), END], 400],
  ['1,000 parts', 'careers', TYPE, [...many(1_000, part('name', 'Ada')), END], 400],
  ['50,000 parts', 'careers', TYPE, [...many(50_000, part('n', '')), END], 400],
  [
    '600,000 header lines',
    'careers',
    TYPE,
    [Buffer.from(`--${B}\r\n${'X-A: b\r\n'.repeat(600_000)}\r\nx\r\n`), END],
    400,
  ],
  ['700,000 parameters', 'careers', TYPE, [part('a', 'x', '; b="c"'.repeat(700_000)), END], 400],
  ['a name of 5 MB', 'careers', TYPE, [part('a'.repeat(5_000_000), 'x'), END], 400],
  [
    'a boundary almost everywhere',
    'careers',
    TYPE,
    [part('a', `\r\n--${B.slice(1)}`.repeat(300_000)), END],
    422,
  ],
  ['a file of 5.8 MB', 'careers', TYPE, [file(5_800_000), END], 422],
  ['a file of 5.95 MB', 'careers', TYPE, [file(5_950_000), END], 413],
  [
    'a file where none is asked for',
    'contact',
    TYPE,
    [part('name', 'x', '; filename="a"'), END],
    422,
  ],
  ['a file of 100 KB for a small form', 'contact', TYPE, [file(100_000), END], 413],
  ['names twice', 'contact', TYPE, [part('name', 'Ada'), part('name', 'Eve'), END], 422],
  [
    'a nested body',
    'contact',
    TYPE,
    [part('name', '--y\r\n\r\nx\r\n--y--', '\r\nContent-Type: multipart/mixed; boundary=y'), END],
    422,
  ],
  [
    'another charset',
    'contact',
    TYPE,
    [part('_charset_', 'utf-7'), part('name', Buffer.from([0xe9, 0xff, 0])), END],
    422,
  ],
  [
    'names of objects',
    'contact',
    TYPE,
    [part('__proto__', 'x'), part('constructor', 'x'), END],
    422,
  ],
  [
    'half an encoded character',
    'contact',
    'application/x-www-form-urlencoded',
    [Buffer.from('name=%E0%A4%A&%00=1&=&&email=%ff')],
    422,
  ],
  [
    '16,000 pairs',
    'contact',
    'application/x-www-form-urlencoded; charset=utf-16',
    [Buffer.from('a=1&'.repeat(16_000))],
    422,
  ],
  [
    'a million pairs',
    'careers',
    'application/x-www-form-urlencoded',
    [Buffer.from('a=1&'.repeat(1_000_000))],
    413,
  ],
  [
    'a type in capitals',
    'contact',
    'MULTIPART/FORM-DATA; BOUNDARY="boundary"',
    [part('name', 'Ada'), END],
    422,
  ],
]

test('a hostile body has its answer, a page, and never 5xx', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const site = await startSite({ dist: 'dist' })
  try {
    for (const [what, form, type, body, status] of table) {
      const answer = await ask(site, `/api/forms/${form}`, {
        method: 'POST',
        headers: { 'content-type': type, origin: site.url },
        body: Buffer.concat(body),
      })
      expect.soft(answer.status, what).toBe(status)
      expect.soft(answer.headers['content-type'], what).toBe('text/html; charset=utf-8')
      expect.soft(answer.body.toString().slice(0, 15).toLowerCase(), what).toBe('<!doctype html>')
    }
    const foreign = await ask(site, '/api/forms/contact', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://evil.test',
      },
      body: Buffer.from(new URLSearchParams(message).toString()),
    })
    expect(foreign.status).toBe(403)
  } finally {
    await site.close()
  }
})
