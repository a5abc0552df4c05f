import { expect, test, vi } from 'vitest'
import {
  admin,
  askForm,
  askSession,
  interceptStorage,
  sendMessage,
  token,
  useStudio,
} from './studio.ts'

useStudio()

/** Returns the log lines of the requests from now on. */
function logged() {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  return () => info.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>)
}

test('each request leaves one line, and the response has its id', async () => {
  const lines = logged()
  const answer = await sendMessage({ captchaToken: await token() })
  const [line = {}, ...others] = lines()
  expect(others).toEqual([])
  const { time, milliseconds, storageRequests, address, ...told } = line
  const id = answer.headers.get('x-request-id')
  expect(told).toEqual({ id, route: 'forms', method: 'POST', status: 201 })
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(address).toMatch(/^[0-9a-f]{16}$/)
  expect(milliseconds).toEqual(expect.any(Number))
  // The claim, the record, the bot check's nonce, and the flood window's note and list.
  expect(storageRequests).toBeGreaterThanOrEqual(5)
})

test('log lines distinguish networks and name none', async () => {
  const lines = logged()
  for (const address of ['2001:db8::1', '2001:db8::2', '198.51.100.4']) {
    await askSession('login', { address, body: { ...admin, password: 'guess' } })
  }
  const [one, same, other] = lines().map(({ address }) => address)
  expect(one).toBe(same)
  expect(other).not.toBe(one)
  expect(JSON.stringify(lines())).not.toMatch(/2001|198\.51|admin@/)
})

test('an error is logged with its kind and without typed text', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const body = { name: 'Ada', email: 'ada@canary.test', captchaToken: await token() }
  const faults: [typeof fetch, string][] = [
    [() => Promise.resolve(new Response(null, { status: 401 })), 'status 401'],
    [() => Promise.resolve(new Response(null, { status: 503 })), 'status 503'],
    [() => Promise.reject(new TypeError('ada', { cause: refused })), 'ECONNREFUSED'],
  ]
  for (const [fault, kind] of faults) {
    const putBack = interceptStorage(() => fault)
    const answer = await askForm('contact', {
      body: { ...body, subject: 'General Inquiry', message: 'Hello' },
    })
    putBack()
    expect(answer.status).toBe(503)
    expect(log.mock.calls.flat().join('\n')).toContain(`StorageDown (BlobsInternalError, ${kind})`)
  }
  expect(log.mock.calls.flat().join('\n')).not.toMatch(/ada|canary/i)
})

const refused = Object.assign(new Error('connect ada'), { code: 'ECONNREFUSED' })
