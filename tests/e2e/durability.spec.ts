import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { mintAttemptKey } from '#forms/attempt.ts'
import { expect, test } from './fixtures.ts'
import type { TestSite } from './test-site.ts'

const answers = { email: 'stream@example.com', subject: 'Other', message: 'One of many.' }

async function solved(site: TestSite): Promise<string> {
  const answer = await fetch(`${site.url}/api/forms/challenge?action=contact_form`)
  const challenge = (await answer.json()) as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return btoa(JSON.stringify({ challenge, solution }))
}

const post = (site: TestSite, name: string, captchaToken: string) =>
  fetch(`${site.url}/api/forms/contact`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': mintAttemptKey(Date.now() - 60_000),
    },
    body: JSON.stringify({ ...answers, name, captchaToken }),
  })

type Listed = { items: { name: string }[]; total: number; indexed: { done: number; of: number } }

/** The names of this test's stored messages: other tests of the site may have left many more. */
async function storedNames(site: TestSite): Promise<string[]> {
  const login = () =>
    fetch(`${site.url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site.url },
      body: JSON.stringify(site.admin),
    })
  let answer = await login()
  // A busy machine had no time to check the password.
  while (answer.status === 503) answer = await login()
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const query = new URLSearchParams({ search: answers.email, limit: '200' })
  const look = async () => {
    const path = `${site.url}/api/admin/contact-submissions?${query}`
    return (await (await fetch(path, { headers: { cookie } })).json()) as Listed
  }
  let listed = await look()
  // A cold server reads some of the records for each answer, and says so.
  while (listed.indexed.done < listed.indexed.of) listed = await look()
  expect(listed.total).toBe(listed.items.length)
  return listed.items.map(({ name }) => name)
}

test('a killed server keeps everything that it acknowledged', async ({ site }) => {
  const tokens = await Promise.all(Array.from({ length: 60 }, () => solved(site)))
  const acknowledged: string[] = []
  const killed = Promise.withResolvers<undefined>()
  let isKilled = false
  const stream = tokens.map(async (token, i) => {
    // Spreads the requests around the kill.
    await new Promise((resolve) => setTimeout(resolve, i * 5))
    // One commit may answer all that came before it, so the last ones come too late.
    if (i >= 55) await killed.promise
    const answer = await post(site, `Stream ${i}`, token).catch(() => undefined)
    if (answer?.status === 201) acknowledged.push(`Stream ${i}`)
    if (acknowledged.length < 15 || isKilled) return
    isKilled = true
    await site.kill()
    killed.resolve(undefined)
  })
  await Promise.all(stream)
  expect(acknowledged.length).toBeGreaterThanOrEqual(15)
  expect(acknowledged.length).toBeLessThan(60)

  await site.restart()
  const stored = await storedNames(site)
  expect(acknowledged.filter((name) => !stored.includes(name))).toEqual([])
})
