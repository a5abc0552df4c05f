import { expect, test } from 'vitest'
import { admin, askSession, useStudio } from './studio.ts'

useStudio()

const guess = (email: string, address: string) =>
  askSession('login', { address, body: { email, password: 'guess' } })

test.each([
  { when: 'after a wrong password', tries: 0, status: 401 },
  { when: 'after too many tries', tries: 10, status: 429 },
])('$when nothing tells whether an address is the admin’s', async ({ tries, status }) => {
  const address = `198.51.100.${tries}`
  await Promise.all(Array.from({ length: tries }, () => guess('somebody@studio.test', address)))
  const told = async (answer: Response) => [answer.status, await answer.text(), [...answer.headers]]
  const known = await told(await guess(admin.email, address))
  const unknown = await told(await guess('nobody@studio.test', address))
  expect(known).toEqual(unknown)
  expect(known[0]).toBe(status)
})

test('of two hundred guesses at once from one address at most ten are looked at', async () => {
  const one = () => guess(admin.email, '203.0.113.7')
  const answers = await Promise.all(Array.from({ length: 200 }, one))
  const statuses = answers.map(({ status }) => status)
  expect(new Set(statuses).has(429)).toBe(true)
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
  expect(statuses.every((status) => [401, 429].includes(status))).toBe(true)
})

test('guesses from many addresses are stopped at the account', async () => {
  const one = (_: unknown, i: number) => guess('other@studio.test', `192.0.2.${i}`)
  const answers = await Promise.all(Array.from({ length: 60 }, one))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(30)
  for (const answer of refused) expect(answer.headers.get('retry-after')).toBe('3600')
})
