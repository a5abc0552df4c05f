import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { MOST_ANSWERED } from '#local/functions/capacity.ts'
import { ask, smallSite } from './local-site.ts'

const post = { method: 'POST' }
const LARGE = 6 * 1024 * 1024

test('slow senders delay nobody, and time out', async () => {
  const site = await smallSite({ requestMs: 1_000 })
  const { hostname, port } = new URL(site.url)
  const head = 'POST /api/echo HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\na'
  const senders = Array.from({ length: 300 }, () => connect(Number(port), hostname))
  const ends = senders.map((sender) => once(sender.resume(), 'close'))
  for (const sender of senders) sender.write(head)
  const began = performance.now()
  expect((await ask(site, '/api/echo', { ...post, body: Buffer.from('ab') })).status).toBe(201)
  const tookMs = performance.now() - began
  await Promise.all(ends)
  expect(tookMs).toBeLessThan(performance.now() - began)
})

/** Returns a function that ends all calls of /api/held. */
function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  Object.assign(globalThis, { letGo: promise })
  return () => {
    resolve(undefined)
  }
}

/** Waits until so many of these requests are refused. */
async function refusals(asked: Promise<{ status: number }>[], most: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  let count = 0
  for (const one of asked)
    void one.then(({ status }) => status === 503 && ++count === most && resolve(undefined))
  await promise
}

test('requests above the limit are refused at once, and all others are answered', async () => {
  const site = await smallSite()
  const letGo = hold()
  const asked = Array.from({ length: 2 * MOST_ANSWERED }, () => ask(site, '/api/held'))
  await refusals(asked, MOST_ANSWERED)
  letGo()
  const answers = await Promise.all(asked)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST_ANSWERED)
  for (const { status, headers, body } of answers) {
    if (status === 200) continue
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('5')
    expect(JSON.parse(body.toString())).toEqual({ error: 'The site is busy. Please try again.' })
  }
  expect((await ask(site, '/api/echo')).status).toBe(201)
})

test('bodies that would exceed the memory limit are refused, and later ones accepted', async () => {
  // A busy machine takes its time for so many bytes.
  const site = await smallSite({ requestMs: 600_000 })
  const letGo = hold()
  const large = { ...post, body: Buffer.alloc(LARGE) }
  const asked = Array.from({ length: 40 }, () => ask(site, '/api/held', large))
  await refusals(asked, 1)
  letGo()
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect([...new Set(statuses)].sort()).toEqual([200, 503])
  expect((await ask(site, '/api/slow/1', large)).status).toBe(200)
})
