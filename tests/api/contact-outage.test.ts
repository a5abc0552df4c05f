import { expect, onTestFinished, test, vi } from 'vitest'
import {
  askForm,
  interceptStorage,
  listMessages,
  message,
  signIn,
  token,
  useStudio,
} from './studio.ts'

useStudio()

test.each([503, 500, 429, 401, 403, 404])(
  'with storage answering %i the site does not claim success',
  async (status) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const body = { ...message, captchaToken: await token() }
    let requests = 0
    const putBack = interceptStorage(() => () => {
      requests++
      return Promise.resolve(new Response(null, { status }))
    })
    const answer = await askForm('contact', { body })
    putBack()
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await answer.json()).toEqual({
      error: 'We could not send your message. Please try again.',
    })
    // A person waits, so the claim and the flood window are each tried only three times.
    expect(requests).toBeLessThanOrEqual(2 * 3)
  },
)

test('with storage hanging the answer comes within six seconds', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const body = { ...message, captchaToken: await token() }
  // Only waiting for storage advances this clock.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const hang: typeof fetch = async (_, init) => {
    while (!init?.signal?.aborted) await vi.advanceTimersByTimeAsync(50)
    throw new Error('aborted')
  }
  const putBack = interceptStorage(() => hang)
  const began = performance.now()
  const answer = await askForm('contact', { body })
  putBack()
  expect(answer.status).toBe(503)
  expect(performance.now() - began).toBeGreaterThan(1_000)
  expect(performance.now() - began).toBeLessThan(6_000)
})

test('a lost answer of storage causes neither a failure nor a second record', async () => {
  const admin = await signIn()
  const { total } = await listMessages(admin)
  const body = { ...message, captchaToken: await token() }
  // Every write succeeds, and its first answer gets lost.
  const seen = new Set<string>()
  const putBack = interceptStorage((storage) => async (input, init) => {
    const answer = await storage(input, init)
    const write = `${init?.method ?? ''} ${input as string}`
    if (init?.method !== 'put' || seen.has(write)) return answer
    seen.add(write)
    throw new TypeError('The connection was reset.')
  })
  const answer = await askForm('contact', { body })
  putBack()
  expect(answer.status).toBe(201)
  expect((await listMessages(admin)).total).toBe(total + 1)
})
