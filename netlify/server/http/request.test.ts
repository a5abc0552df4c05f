import { describe, expect, test } from 'vitest'
import {
  readJson,
  readJsonLines,
  readPdf,
  refuseCrossSite,
  requireMethod,
  requireSameOrigin,
} from './request.ts'

const SITE = 'https://studio.test'
const asked = (headers: Record<string, string>) => new Request(`${SITE}/api`, { headers })

const sent = (body: BodyInit | null, type = 'application/json', headers = {}) =>
  new Request(`${SITE}/api`, {
    method: 'POST',
    body,
    headers: { 'content-type': type, ...headers },
  })

const refused = (status: number, message: string) => ({
  name: 'HttpError',
  status,
  message,
  details: {},
})

test('a wrong method is refused with a list of the allowed ones', () => {
  const request = new Request(SITE, { method: 'PUT' })
  expect(() => requireMethod(request, 'GET', 'PUT')).not.toThrow()
  expect(() => requireMethod(request, 'GET', 'POST')).toThrow(
    expect.objectContaining({
      status: 405,
      message: 'Method not allowed.',
      details: { headers: { allow: 'GET, POST' } },
    }),
  )
})

describe('cross-site checks', () => {
  const foreign = refused(403, 'Requests from other sites are refused.')
  const passes = (guard: (request: Request) => void, headers: Record<string, string>) => {
    try {
      guard(asked(headers))
      return true
    } catch (error) {
      expect(error).toMatchObject(foreign)
      return false
    }
  }

  test.each([
    { headers: { 'sec-fetch-site': 'same-origin' }, read: true, write: true },
    { headers: { 'sec-fetch-site': 'none' }, read: true, write: false },
    { headers: { 'sec-fetch-site': 'same-site' }, read: false, write: false },
    { headers: { 'sec-fetch-site': 'cross-site' }, read: false, write: false },
    // Sec-Fetch-Site takes precedence over Origin.
    { headers: { 'sec-fetch-site': 'cross-site', origin: SITE }, read: false, write: false },
    { headers: { origin: SITE }, read: true, write: true },
    { headers: { origin: 'https://evil.test' }, read: false, write: false },
    { headers: {}, read: true, write: false },
  ])('$headers', ({ headers, read, write }) => {
    expect(passes(refuseCrossSite, headers)).toBe(read)
    expect(passes(requireSameOrigin, headers)).toBe(write)
  })
})

describe('a JSON body', () => {
  test('is read with any media type parameters, up to the last byte of the limit', async () => {
    const body = JSON.stringify({ name: 'Adä' })
    const bytes = Buffer.byteLength(body)
    expect(await readJson(sent(body), bytes)).toEqual({ name: 'Adä' })
    expect(await readJson(sent(body, ' Application/JSON ; charset=utf-8'), bytes)).toEqual({
      name: 'Adä',
    })
    await expect(readJson(sent(body), bytes - 1)).rejects.toMatchObject(
      refused(413, 'The request is too large.'),
    )
  })

  test('may declare a length up to the limit', async () => {
    const said = (length: string) => sent('{}', 'application/json', { 'content-length': length })
    expect(await readJson(said('10'), 10)).toEqual({})
    await expect(readJson(said('11'), 10)).rejects.toMatchObject({ status: 413 })
  })

  test('is measured in total if it arrives in chunks', async () => {
    const pieces = (...texts: string[]) => {
      const body = new ReadableStream({
        start(stream) {
          for (const text of texts) stream.enqueue(new TextEncoder().encode(text))
          stream.close()
        },
      })
      const headers = { 'content-type': 'application/json' }
      // Node needs `duplex`, and the types lack it.
      const init = { method: 'POST', headers, body, duplex: 'half' }
      return new Request(SITE, init)
    }
    expect(await readJson(pieces('{"a":', '1}'), 7)).toEqual({ a: 1 })
    await expect(readJson(pieces('{"a":', '1}'), 6)).rejects.toMatchObject({ status: 413 })
  })

  test('is refused with another type or with none', async () => {
    const wrong = refused(415, 'Send the form as application/json.')
    await expect(readJson(sent('{}', 'text/plain'), 9)).rejects.toMatchObject(wrong)
    const untyped = new Request(SITE, { method: 'POST', body: new Uint8Array(2) })
    await expect(readJson(untyped, 9)).rejects.toMatchObject(wrong)
  })

  test.each(['', 'nonsense', '[]', 'null', '"text"', '7'])(
    '%j is not a JSON object',
    async (body) => {
      await expect(readJson(sent(body), 99)).rejects.toMatchObject(
        refused(400, 'The request body is not a JSON object.'),
      )
    },
  )

  test('is refused if it is empty', async () => {
    await expect(readJson(sent(null), 99)).rejects.toMatchObject({ status: 400 })
  })

  test('is not parsed above 256 KiB', async () => {
    const body = (bytes: number) => sent(`{"a":"${'x'.repeat(bytes - 8)}"}`)
    await expect(readJson(body(262_144), 1e6)).resolves.toBeTruthy()
    await expect(readJson(body(262_145), 1e6)).rejects.toMatchObject({ status: 413 })
  })
})

test('JSON lines are parsed one by one, without the empty ones', async () => {
  const type = 'application/x-ndjson'
  expect(await readJsonLines(sent('{"a":1}\n\n[2]\nnull\n', type), 99)).toEqual([
    { a: 1 },
    [2],
    null,
  ])
  await expect(readJsonLines(sent('1\nnonsense\n', type), 99)).rejects.toMatchObject(
    refused(400, 'The request body is not lines of JSON.'),
  )
  await expect(readJsonLines(sent('1'), 99)).rejects.toMatchObject(
    refused(415, 'Send lines of JSON as application/x-ndjson.'),
  )
  await expect(readJsonLines(sent('1\n2', type), 2)).rejects.toMatchObject({ status: 413 })
})

test('a PDF is read byte for byte', async () => {
  const bytes = new Uint8Array([0x25, 0x50, 0xff, 0x00])
  expect(await readPdf(sent(bytes, 'application/pdf'), 4)).toEqual(Buffer.from(bytes))
  await expect(readPdf(sent(bytes, 'application/pdf'), 3)).rejects.toMatchObject({ status: 413 })
  await expect(readPdf(sent(bytes), 4)).rejects.toMatchObject(
    refused(415, 'Send the file as application/pdf.'),
  )
})
