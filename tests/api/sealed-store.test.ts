import { gunzipSync } from 'node:zlib'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fold } from '#server/collections/rows/fold.ts'
import { writeRecentFile } from '#server/collections/rows/recent.ts'
import { runHousekeeping } from '#server/housekeeping/run.ts'
import { withRequestContext } from '#server/storage/request-context.ts'
import * as kv from '#server/storage/kv.ts'
import { selfTest } from '#server/storage/self-test.ts'
import { everything, fill, idOf, messages } from './filled-store.ts'
import { apply, pdf, upload } from './resumes.ts'
import { forget } from './rows.ts'
import { bareStore, bareValues, NEW, OLD, sealOf } from './seals.ts'
import {
  askRecords,
  interceptStorage,
  listMessages,
  sendMessage,
  signIn,
  token,
  useStudio,
} from './studio.ts'

useStudio()

const CANARY = 'Quetzalcoatl'
let id = ''

beforeAll(async () => {
  process.env['STORE_KEY'] = OLD
  process.env['NOTIFY_TO'] = 'team@studio.test'
  // Nobody listens there, so notifications stay pending.
  process.env['SMTP_URL'] = 'smtp://127.0.0.1:1'
  await signIn()
  await fill()
  id = await idOf(await sendMessage({ name: CANARY, message: CANARY }))
  await apply(upload(Buffer.concat([pdf(100), Buffer.from(CANARY)])))
  await fold(messages)
  await writeRecentFile(messages)
  await selfTest()
  await runHousekeeping()
})
beforeEach(forget)

const kindOf = (key: string) => key.split('/')[0] ?? ''

test('every kind of key is written sealed', async () => {
  const values = await bareValues()
  const kinds = [...new Set([...values.keys()].map(kindOf))]
  expect(kinds).toEqual(
    expect.arrayContaining([
      ...['rec', 'state', 'file', 'gone', 'claim', 'rows', 'hint', 'notify', 'pending', 'nonce'],
      ...['session', 'window', 'secret', 'collections', 'self-test', 'housekeeping'],
    ]),
  )
  for (const [key, value] of values) expect(sealOf(value), key).toBe(1)
})

test('nothing in the sealed store names a person, packed or not', async () => {
  expect((await listMessages(await signIn(), `?search=${CANARY}`)).total).toBe(1)
  for (const [key, value] of await bareValues()) {
    for (const encoding of ['latin1', 'base64', 'hex'] as const) {
      expect(value.toString('latin1'), key).not.toContain(
        Buffer.from(CANARY).toString(encoding).slice(0, 12),
      )
    }
    expect(() => gunzipSync(value), key).toThrow()
    expect(key).not.toContain(CANARY)
  }
})

test('code of a preview, without the key, reads nothing of production', async () => {
  const keys = [...(await bareValues()).keys()]
  vi.stubEnv('STORE_KEY', '')
  await withRequestContext(
    'production',
    async () => {
      for (const key of keys) {
        await expect(kv.get(key), key).rejects.toMatchObject({ name: 'SealFault' })
        await expect(kv.getFile(key), key).rejects.toMatchObject({ name: 'SealFault' })
      }
    },
    { storageMs: 60_000 },
  )
})

test.each([
  ['another key', NEW],
  ['no key', ''],
])('with %s every form and every list answers 503, never an empty list', async (_, setting) => {
  const [headers, captchaToken] = [await signIn(), await token()]
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubEnv('STORE_KEY', setting)
  const fresh = await anotherInstance()
  for (const answer of [
    await fresh.askRecords('contact-submissions', { headers }),
    await fresh.askRecords(`contact-submissions/${id}`, { headers }),
    await fresh.sendMessage({ captchaToken }),
  ]) {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
  }
  expect(String(logged.mock.calls[0]?.[0])).toMatch(/^\S+ can't be opened: STORE_KEY is not/)
})

/** The functions without memory, as after a deploy with another setting. */
async function anotherInstance() {
  let storage: typeof fetch = fetch
  interceptStorage((own) => (storage = own))
  vi.resetModules()
  const { useTransport } = await import('#server/storage/fetch-with-retry.ts')
  useTransport(storage)
  return import('./studio.ts')
}

test('a wrong STORE_KEY is logged by name and never by value', async () => {
  const headers = await signIn()
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubEnv('STORE_KEY', `2:${NEW},${OLD}`)
  const answer = await askRecords('contact-submissions', { headers })
  expect(answer.status).toBe(503)
  expect(await answer.text()).not.toContain('STORE_KEY')
  expect(logged.mock.calls[0]).toEqual([
    'STORE_KEY: write 32 random bytes in base64, or a list 2:<new>,1:<old>.',
  ])
  expect(logged.mock.calls.flat().join()).not.toContain(OLD)
})

test('a record that is cut, or swapped with another one, is an outage', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const headers = await signIn()
  const store = bareStore()
  const key = `rec/${messages.name}/${id}`
  const whole = (await bareValues()).get(key) ?? Buffer.alloc(0)
  const others = (await kv.list(`rec/${messages.name}/`)).filter((one) => one !== key)
  const other = (await bareValues()).get(others[0] ?? '') ?? Buffer.alloc(0)
  const ask = async () => (await askRecords(`contact-submissions/${id}`, { headers })).status
  for (const bytes of [whole.subarray(0, 0), whole.subarray(0, 40), other]) {
    await store.set(key, new Uint8Array(bytes).buffer)
    forget()
    expect(await ask()).toBe(503)
  }
  await store.set(key, new Uint8Array(whole).buffer)
  expect(await ask()).toBe(200)
})

test('a store that was plain before reads the same after its key is set', async () => {
  const before = await everything()
  const store = bareStore()
  for (const key of (await bareValues()).keys()) {
    vi.stubEnv('STORE_KEY', OLD)
    const value = (await kv.getFile(key)) ?? new ArrayBuffer()
    await store.set(key, value)
  }
  vi.stubEnv('STORE_KEY', '')
  expect(await everything()).toEqual(before)
  forget()
  vi.stubEnv('STORE_KEY', OLD)
  expect(await everything()).toEqual(before)
})
