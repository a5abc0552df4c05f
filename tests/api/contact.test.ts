import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { REPLY_DUE } from '#promises/reply-due.ts'
import {
  askForm,
  askRecords,
  interceptStorage,
  listMessages,
  message,
  ownPage,
  sendMessage,
  signIn,
  token,
  useStudio,
} from './studio.ts'
import * as kv from '#server/storage/kv.ts'
import { runs } from '../runs.ts'

useStudio()

const CHALLENGE = 'challenge?action=contact_form'

test('a message is stored, listed newest first, read and deleted', async () => {
  const admin = await signIn()
  const before = await listMessages(admin)
  const first = (await (await sendMessage({ name: 'First' })).json()) as { id: string }
  const answer = await sendMessage({ company: '  Engines  ', portfolioCompany: '' })
  expect(answer.status).toBe(201)
  const second = (await answer.json()) as { ok: boolean; id: string }
  expect(second.ok).toBe(true)

  const { items, total } = await listMessages(admin)
  expect(total).toBe(before.total + 2)
  expect(items.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id])
  expect(items[0]).toEqual({
    ...message,
    id: second.id,
    company: 'Engines',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
    state: expect.objectContaining({ seenAt: null, hasNote: false }) as object,
  })

  const path = `contact-submissions/${second.id}`
  const detail = await askRecords(path, { headers: admin })
  expect(await detail.json()).toMatchObject({ ...items[0], state: { seenAt: null, note: null } })
  const remove = () => askRecords(path, { method: 'DELETE', headers: { ...admin, ...ownPage } })
  expect((await remove()).status).toBe(200)
  expect((await remove()).status).toBe(404)
  expect((await askRecords(path, { headers: admin })).status).toBe(404)
  expect((await listMessages(admin)).total).toBe(before.total + 1)
})

test('a response has security headers and must not be cached', async () => {
  const { headers } = await sendMessage()
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('every wrong field is named at once', async () => {
  const answer = await sendMessage({ name: ' ', email: 'ada@', subject: 'Gossip', message: null })
  expect(answer.status).toBe(422)
  const { fields } = (await answer.json()) as { fields: object }
  expect(Object.keys(fields)).toEqual(['name', 'email', 'subject', 'message'])
})

test('unknown fields are not stored', async () => {
  const admin = await signIn()
  await sendMessage({ email: 'extra@example.com', isAdmin: true, __proto__: { a: 1 }, id: 'mine' })
  const [newest] = (await listMessages(admin)).items
  expect(Object.keys(newest ?? {}).sort()).toEqual([
    'createdAt',
    'email',
    'id',
    'message',
    'name',
    'state',
    'subject',
  ])
})

const refusals: [string, number, Parameters<typeof askForm>][] = [
  ['an unknown form', 404, ['gossip', { body: message }]],
  ['a form named like an object’s own key', 404, ['constructor', { body: message }]],
  ['another method', 405, ['contact', { method: 'GET' }]],
  ['a form post', 415, ['contact', { body: 'a=b', headers: { 'content-type': 'text/plain' } }]],
  ['unreadable JSON', 400, ['contact', { body: '{' }]],
  ['a list', 400, ['contact', { body: '[]' }]],
  [
    'another site',
    403,
    ['contact', { body: message, headers: { 'sec-fetch-site': 'cross-site' } }],
  ],
  ['another origin', 403, ['contact', { body: message, headers: { origin: 'https://evil.test' } }]],
  [
    'an unprintable key',
    400,
    ['contact', { body: message, headers: { 'idempotency-key': 'a b' } }],
  ],
  ['no bot check', 400, ['contact', { body: message }]],
  ['a made-up bot check', 400, ['contact', { body: { ...message, captchaToken: 'e30=' } }]],
]

test.each(refusals)('%s is refused with %i and a JSON error', async (_, status, asked) => {
  const answer = await askForm(...asked)
  expect(answer.status).toBe(status)
  expect(await answer.json()).toEqual({ error: expect.stringMatching(/\S/) as string })
  if (status === 405) expect(answer.headers.get('allow')).toBe('POST')
})

test('the body limit is exact, also without a declared length', async () => {
  const fill = (size: number) => {
    const empty = JSON.stringify({ ...message, pad: '' })
    return JSON.stringify({ ...message, pad: 'x'.repeat(size - Buffer.byteLength(empty)) })
  }
  const atLimit = await askForm('contact', { body: fill(64 * 1024) })
  expect(atLimit.status).toBe(400) // The body was read, but has no bot check.
  const above = await askForm('contact', { body: fill(64 * 1024 + 1) })
  expect(above.status).toBe(413)
})

test('a retry with the same key gets the same answer, without another bot check', async () => {
  const key = randomUUID()
  const first: unknown = await (await sendMessage({}, key)).json()
  const retry = await sendMessage({ captchaToken: 'spent' }, key)
  expect(retry.status).toBe(201)
  expect(await retry.json()).toEqual(first)
})

test('a retry after the moment of the promised reply is not told that moment', async () => {
  const key = randomUUID()
  const first = await sendMessage({}, key)
  expect(first.headers.has(REPLY_DUE)).toBe(true)
  const later = Date.now() + 15 * 24 * 60 * 60 * 1_000
  vi.spyOn(Date, 'now').mockImplementation(() => later)
  const retry = await sendMessage({}, key)
  expect(retry.status).toBe(201)
  expect(await retry.json()).toEqual(await first.json())
  expect(retry.headers.has(REPLY_DUE)).toBe(false)
})

test('the same key with another body stores nothing', async () => {
  const admin = await signIn()
  const key = randomUUID()
  await sendMessage({}, key)
  const { total } = await listMessages(admin)
  const other = await sendMessage({ message: 'Something else.' }, key)
  expect(other.status).toBe(422)
  expect((await listMessages(admin)).total).toBe(total)
})

test('fifty posts at once under one key store one record', async () => {
  const admin = await signIn()
  const { total } = await listMessages(admin)
  const key = randomUUID()
  const captchaToken = await token()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => sendMessage({ captchaToken }, key)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  const bodies = await Promise.all(answers.map((answer) => answer.text()))
  expect(new Set(bodies).size).toBe(1)
  expect((await listMessages(admin)).total).toBe(total + 1)
})

test('a bot check is valid for one attempt only', async () => {
  const captchaToken = await token()
  expect((await sendMessage({ captchaToken })).status).toBe(201)
  expect((await sendMessage({ captchaToken })).status).toBe(400)
})

test('an invalid bot check of any shape is refused without a fault', async () => {
  const challenge = (await (await askForm(CHALLENGE, { method: 'GET' })).json()) as object
  const anything = fc.oneof(
    fc.string(),
    fc.json().map((json) => Buffer.from(json).toString('base64')),
    fc
      .record({
        challenge: fc.record({ parameters: fc.object(), signature: fc.jsonValue() }),
        solution: fc.object(),
      })
      .map((made) => Buffer.from(JSON.stringify(made)).toString('base64')),
    fc
      .record({ counter: fc.jsonValue(), derivedKey: fc.jsonValue() })
      .map((solution) => Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')),
    fc.jsonValue(),
  )
  await fc.assert(
    fc.asyncProperty(anything, async (captchaToken) => {
      const answer = await askForm('contact', { body: { ...message, captchaToken } })
      expect(answer.status).toBe(400)
    }),
    { numRuns: runs(100) },
  )
})

test('hostile bodies never cause a server error', async () => {
  const values = fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue(), fc.constant(undefined))
  const names = fc.constantFrom('name', 'email', 'company', 'subject', 'message', 'captchaToken')
  const bodies = fc.oneof(
    fc.dictionary(fc.oneof(names, fc.string()), values),
    fc.string({ unit: 'binary' }),
    fc.json(),
  )
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const answer = await askForm('contact', { body })
      expect([400, 415, 422]).toContain(answer.status)
      expect(Object.keys((await answer.json()) as object)[0]).toBe('error')
    }),
    { numRuns: runs(200) },
  )
})

test('an invalid token causes no storage request and no write', async () => {
  await sendMessage({})
  let requests = 0
  const putBack = interceptStorage((storage) => (input, init) => {
    requests++
    return storage(input, init)
  })
  for (const captchaToken of ['', 'x', Buffer.from('{}').toString('base64'), 'x'.repeat(5_000)]) {
    expect((await askForm('contact', { body: { ...message, captchaToken } })).status).toBe(400)
  }
  expect(requests).toBe(0)
  // With a key it may be a repeat, so one request looks that up.
  expect((await sendMessage({ captchaToken: 'x' }, randomUUID())).status).toBe(400)
  putBack()
  expect(requests).toBe(1)
})

test('another content under a stored attempt’s key counts towards the limit too', async () => {
  const key = randomUUID()
  expect((await sendMessage({}, key)).status).toBe(201)
  const statuses = []
  for (let i = 0; i < 102; i++) {
    statuses.push((await sendMessage({ message: 'Other.', captchaToken: 'x' }, key)).status)
  }
  expect(statuses.slice(99)).toEqual([422, 503, 503])
})

test('a stored attempt can be repeated a hundred times and keeps one note', async () => {
  const key = randomUUID()
  const body = { captchaToken: await token() }
  expect((await sendMessage(body, key)).status).toBe(201)
  const before = (await kv.list('window/contact/')).length
  const answers = []
  for (let i = 0; i < 102; i++) answers.push((await sendMessage(body, key)).status)
  expect(answers.filter((status) => status === 201)).toHaveLength(100)
  expect(answers.slice(100)).toEqual([503, 503])
  expect(await kv.list('window/contact/')).toHaveLength(before)
})
