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

test('requests above the limit are refused at once, and all others are answered', async () => {
  const site = await smallSite()
  const most = 2 * MOST_ANSWERED
  const many = Array.from({ length: most }, () => ask(site, '/api/slow/3000'))
  const answers = await Promise.all(many)
  const refused = answers.filter(({ status }) => status === 503)
  const taken = answers.filter(({ status }) => status === 200)
  // A busy machine may finish the first requests before the last ones arrive.
  expect(taken.length).toBeGreaterThanOrEqual(MOST_ANSWERED)
  expect(refused.length).toBeGreaterThan(0)
  expect(taken.length + refused.length).toBe(most)
  for (const { headers, body } of refused) {
    expect(headers['retry-after']).toBe('5')
    expect(JSON.parse(body.toString())).toEqual({ error: 'The site is busy. Please try again.' })
  }
  expect((await ask(site, '/api/echo')).status).toBe(201)
})

test('bodies that would exceed the memory limit are refused, and later ones accepted', async () => {
  const site = await smallSite()
  const large = { ...post, body: Buffer.alloc(LARGE) }
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => ask(site, '/api/slow/4000', large)),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0)
  expect((await ask(site, '/api/slow/1', large)).status).toBe(200)
})
