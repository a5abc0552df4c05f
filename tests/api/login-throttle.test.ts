import { expect, test } from 'vitest'
import { admin, askSession, useStudio } from './studio.ts'

useStudio()

test.each(['a wrong password', 'too many tries'])(
  'after %s nothing tells whether an address is the admin’s',
  async (what) => {
    const tries = what === 'too many tries' ? 11 : 1
    const last = async (email: string, address: string) => {
      let answer: Response | undefined
      for (let i = 0; i < tries; i++) {
        answer = await askSession('login', { address, body: { email, password: 'guess' } })
      }
      return answer && [answer.status, await answer.json(), [...answer.headers]]
    }
    const known = await last(admin.email, `198.51.100.${tries}`)
    const unknown = await last('nobody@studio.test', `198.51.100.${tries + 1}`)
    expect(known).toEqual(unknown)
    expect(known?.[0]).toBe(tries === 1 ? 401 : 429)
  },
)

test('of two hundred guesses at once from one address at most ten are looked at', async () => {
  const guess = () => askSession('login', { body: { ...admin, password: 'guess' } })
  const answers = await Promise.all(Array.from({ length: 200 }, guess))
  const statuses = answers.map(({ status }) => status)
  expect(new Set(statuses).has(429)).toBe(true)
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
  expect(statuses.every((status) => [401, 429].includes(status))).toBe(true)
})

test('guesses from many addresses are stopped at the account', async () => {
  const guess = (_: unknown, i: number) =>
    askSession('login', {
      address: `192.0.2.${i}`,
      body: { email: 'other@studio.test', password: 'guess' },
    })
  const answers = await Promise.all(Array.from({ length: 60 }, guess))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(30)
  for (const answer of refused) expect(answer.headers.get('retry-after')).toBe('3600')
})
