import fc from 'fast-check'
import { forms } from '#forms/index.ts'
import { storedKeys } from '#forms/submission.ts'

/** Hostile requests: raw bytes, near misses, and texts that break parsers. */

const names = [
  ...forms.flatMap((form) => storedKeys(form)),
  ...['honeypot', 'captchaToken', 'resumeFileBase64', 'email', 'password', 'id', 'from', 'fix'],
  ...['seen', 'answered', 'note', 'version', 'confirm'],
  ...['__proto__', 'constructor', 'toString', ''],
]

/** Texts that have broken other software. */
export const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '\ud800',
    '\u0000',
    '\ufeff',
    `a${'\u0301'.repeat(500)}`,
    '\u202e\u2066evil',
    '%00',
    '../../etc/passwd',
    '${7*7}',
    `${'a'.repeat(300)}!@`,
    `${'-'.repeat(2_000)}.`,
    '1e999',
    '-0',
    '9'.repeat(400),
    '=cmd|calc',
    'a\r\nset-cookie: b=1',
    '<script>alert(1)</script>',
  ),
  fc.emailAddress(),
  fc.webUrl(),
)

/** Any JSON value for an answer. */
export const value = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 10 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(true, null, 0, -1, 1e308, [], {}, ['']) },
)

const object = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 12 })

/** JSON that no serialiser would write. */
const bent = fc.constantFrom(
  '{"name":1,"name":2}',
  '\ufeff{}',
  '{"a":1}\u0000',
  '{"a":1',
  '[]',
  'null',
  '"text"',
  '1e999',
  '['.repeat(40_000),
  `{"honeypot":${'{"a":'.repeat(6_000)}1${'}'.repeat(6_000)}}`,
  `[${'{},'.repeat(9_000)}{}]`,
  '{"__proto__":{"admin":true}}',
)

export const body = fc.oneof(
  { weight: 5, arbitrary: object.map((one) => JSON.stringify(one)) },
  { weight: 2, arbitrary: bent },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.constant(undefined) },
)

const inHeader = fc.string({
  maxLength: 300,
  unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
})

/** Headers that HTTP can carry: no line breaks, one byte per character. */
export const headers = fc.record(
  {
    'content-type': fc.oneof(
      { weight: 6, arbitrary: fc.constant('application/json') },
      fc.constantFrom(
        'text/plain',
        'application/json; charset=utf-7',
        'application/x-ndjson',
        'application/pdf',
      ),
      inHeader,
    ),
    'idempotency-key': fc.oneof(fc.uuid(), inHeader),
    'sec-fetch-site': fc.oneof({ weight: 6, arbitrary: fc.constant('same-origin') }, inHeader),
    origin: fc.oneof(fc.constantFrom('null', 'https://evil.test'), inHeader),
    cookie: fc.oneof(fc.constantFrom('admin=Fe26.2**', 'device=', 'admin'), inHeader),
    'content-length': fc.constantFrom('0', '-1', '99999999', 'x'),
    range: inHeader,
    accept: inHeader,
  },
  { requiredKeys: ['content-type', 'sec-fetch-site'] },
)

export const query = fc
  .dictionary(
    fc.constantFrom(
      ...['limit', 'cursor', 'search', 'sort', 'state', 'status', 'part', 'projectSlug'],
      ...['action', 'key', 'id', 'x'],
    ),
    fc.oneof(text, fc.constantFrom('-1', '1e9', 'NaN', '-createdAt', 'held', '0', 'calmist')),
    { maxKeys: 4 },
  )
  .map((one) => new URLSearchParams(one).toString())

/** A part of a path, encoded correctly or wrongly. */
export const pathPart = fc.oneof(
  text.map((one) => encodeURIComponent(one.toWellFormed()) || '-'),
  fc.constantFrom(
    '%E0%A4%A',
    '%',
    '..',
    '.',
    '%2e%2e%2f',
    '8208000000000-0123456789ab',
    'a'.repeat(3_000),
  ),
)
