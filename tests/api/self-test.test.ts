import { expect, test, vi } from 'vitest'
import { DUE } from '#server/collections/keys.ts'
import { runHousekeeping } from '#server/housekeeping/run.ts'
import * as kv from '#server/storage/kv.ts'
import { newId } from '#server/storage/record-id.ts'
import type { SelfTest } from '#api/admin-contract.ts'
import { call } from './addresses.ts'
import { interceptStorage, origin, ownPage, signIn, useStudio } from './studio.ts'

useStudio()

async function ask(method: 'GET' | 'POST', headers: Record<string, string>) {
  return call(new Request(`${origin}/api/admin/self-test`, { method, headers }))
}

const selfTest = async () => {
  const answer = await ask('POST', { ...(await signIn()), ...ownPage })
  expect(answer.status).toBe(200)
  return (await answer.json()) as SelfTest
}
const last = async () =>
  (await (await ask('GET', { ...(await signIn()), ...ownPage })).json()) as SelfTest | null

const leftKeys = async () => (await kv.list('self-test/')).filter((key) => key !== 'self-test/last')

const urlOf = (input: Parameters<typeof fetch>[0]) =>
  input instanceof Request ? input.url : input.toString()

/** Whether a request is for a key of this check. */
const isOf = (check: number, input: Parameters<typeof fetch>[0]) =>
  new RegExp(`self-test/\\d{13}-[0-9a-f]{12}/${check}/`).test(urlOf(input))

/** The store without one of its conditions. */
const withoutCondition =
  (check: number, name: string) =>
  (storage: typeof fetch): typeof fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers)
    if (isOf(check, input)) headers.delete(name)
    return storage(input, { ...init, headers })
  }

const forgetful = (storage: typeof fetch): typeof fetch => {
  let forgot = 0
  return async (input, init) =>
    init?.method?.toLowerCase() === 'delete' && isOf(3, input) && forgot++ === 0
      ? new Response(null, { status: 204 })
      : storage(input, init)
}

const careless =
  (storage: typeof fetch): typeof fetch =>
  async (input, init) => {
    const answer = await storage(input, init)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if (isOf(4, input)) bytes[100] = (bytes[100] ?? 0) ^ 1
    return new Response(bytes.length > 0 ? bytes : null, answer)
  }

test('a correct store passes, and the test leaves no key', async () => {
  expect(await last()).toBeNull()
  const result = await selfTest()
  expect(result.checks.filter(({ ok }) => !ok)).toEqual([])
  expect(result.checks).toHaveLength(5)
  expect(result.ok).toBe(true)
  expect(result.passedAt).toBe(result.ranAt)
  expect(await last()).toEqual(result)
  expect(await leftKeys()).toEqual([])
})

test.each([
  { what: 'lets every new writer win', fails: 0, broken: withoutCondition(0, 'if-none-match') },
  { what: 'takes every change', fails: 1, broken: withoutCondition(1, 'if-match') },
  { what: 'forgets to remove', fails: 3, broken: forgetful },
  { what: 'changes a byte of a file', fails: 4, broken: careless },
])('a store that $what fails only that check', async ({ fails, broken }) => {
  const before = await selfTest()
  const putBack = interceptStorage(broken)
  const result = await selfTest()
  putBack()
  expect(result.ok).toBe(false)
  const failed = result.checks.flatMap(({ ok }, place) => (ok ? [] : [place]))
  expect(failed).toEqual([fails])
  expect(result.checks[fails]?.note).toMatch(/\.$/)
  // The last success stays known.
  expect(result.passedAt).toBe(before.passedAt)
  expect((await last())?.ok).toBe(false)
})

test('a listing that lacks a key is reported', async () => {
  const putBack = interceptStorage((storage) => async (input, init) => {
    const answer = await storage(input, init)
    if (!new URL(urlOf(input)).searchParams.has('prefix')) return answer
    const listed = (await answer.json()) as { blobs: { key: string }[] }
    const blobs = listed.blobs.filter((blob) => !blob.key.endsWith('/2/listed/07'))
    return Response.json({ ...listed, blobs }, { headers: answer.headers })
  })
  const { checks } = await selfTest()
  putBack()
  expect(checks.flatMap(({ ok }, place) => (ok ? [] : [place]))).toEqual([2])
  expect(checks[2]?.note).toBe('It lacks 1 keys that are there and shows 0 that are gone.')
  // A key is removed although the listing lacks it.
  expect(await leftKeys()).toEqual([])
})

test('a store that does not answer gives 503, and the leftover keys are swept a day later', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const headers = { ...(await signIn()), ...ownPage }
  const putBack = interceptStorage((storage) => async (input, init) => {
    if (isOf(4, input) || init?.method?.toLowerCase() === 'delete') {
      throw new TypeError('The network is down.')
    }
    return storage(input, init)
  })
  expect((await ask('POST', headers)).status).toBe(503)
  putBack()
  expect((await leftKeys()).length).toBeGreaterThan(0)
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 25 * 60 * 60_000)
  await runHousekeeping()
  expect(await leftKeys()).toEqual([])
})

test('a store that fails to answer one check gives 503', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const headers = { ...(await signIn()), ...ownPage }
  const putBack = interceptStorage((storage) => async (input, init) => {
    if (isOf(4, input) && init?.method?.toLowerCase() === 'put') throw new TypeError('Down.')
    return storage(input, init)
  })
  expect((await ask('POST', headers)).status).toBe(503)
  putBack()
  expect(await leftKeys()).toEqual([])
})

test('a store that fails the first run has never passed', async () => {
  await kv.remove('self-test/last')
  const putBack = interceptStorage(withoutCondition(0, 'if-none-match'))
  expect(await selfTest()).toMatchObject({ ok: false, passedAt: null })
  putBack()
})

test('two parallel runs do not affect each other', async () => {
  const results = await Promise.all([selfTest(), selfTest()])
  expect(results.map(({ ok }) => ok)).toEqual([true, true])
  expect(await leftKeys()).toEqual([])
})

test('leftover keys of a run go after a day, and keys of a current run stay', async () => {
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now)
  const keyOf = (hours: number, ms = 0) => `self-test/${newId(now - hours * 3_600_000 + ms)}/0/new`
  const [underWay, atLimit, old] = [keyOf(1), keyOf(24), keyOf(24, -1)]
  const foreign = 'self-test/by-hand/0/new'
  for (const key of [underWay, atLimit, old, foreign]) await kv.put(key, null)
  await kv.put(DUE, { at: 0 })
  await runHousekeeping()
  expect((await leftKeys()).sort()).toEqual([underWay, atLimit, foreign].sort())
})
