import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startSite, type Site } from '#local/server.ts'
import * as kv from '#server/storage/kv.ts'
import { admin, interceptStorage, useStudio } from './studio.ts'
import { typed } from './typed-command.ts'

if (!existsSync('dist/index.html')) throw new Error('There is no build to look at: npm run build')

useStudio()

let site: Site
beforeAll(async () => {
  site = await startSite({ dist: 'dist', netlifyToml: 'netlify.toml' })
})
afterAll(() => site.close())

/** Runs the command and returns its lines. */
async function probe(args: string[], password = admin.password) {
  const login = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: password }
  const { code, out, err } = await typed('probe', args, login)
  return { code, lines: out.trimEnd().split('\n'), err }
}

const failedIn = (lines: readonly string[]) => lines.filter((line) => / {2}FAILED {2}/.test(line))

test('a working site passes every check and stays unchanged', async () => {
  const { code, lines, err } = await probe([site.url])
  expect(failedIn(lines)).toEqual([])
  expect({ code, err, last: lines.at(-1) }).toEqual({
    code: 0,
    err: '',
    last: 'Everything is as it must be.',
  })
  expect(lines.length).toBeGreaterThan(20)
  expect(lines.join('\n')).toMatch(/The store passes its self-test +ok +5 checks/)
  expect(await kv.list('rec/')).toEqual([])
  const sessions = await Promise.all((await kv.list('session/')).map(kv.get))
  expect(sessions.map((one) => one?.value)).toEqual([{ isEnded: true }])
  expect(lines.join('\n')).not.toContain(admin.email)
})

test('the public part needs no admin and stores nothing', async () => {
  const before = await kv.list('')
  const { code, out } = await typed('probe', ['--public', site.url])
  const lines = out.trimEnd().split('\n')
  expect(failedIn(lines)).toEqual([])
  expect({ code, last: lines.at(-1) }).toEqual({ code: 0, last: 'Everything is as it must be.' })
  expect(out).toMatch(/A form without a bot check: 400 +ok/)
  expect(out).not.toMatch(/sign in|self-test +ok|deleted/)
  // The challenges are signed with the store's secret.
  expect((await kv.list('')).filter((key) => !before.includes(key))).toEqual([])
})

test('the public part fails without storage, also if every function is warm', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const putBack = interceptStorage(() => () => Promise.reject(new TypeError('No network.')))
  const { code, out } = await typed('probe', ['--public', site.url])
  putBack()
  expect(code).toBe(1)
  expect(failedIn(out.split('\n'))).toEqual([
    expect.stringMatching(/^A form without a bot check: 400 +FAILED +It is 503/),
  ])
})

test('a store that fails its self-test fails the probe', async () => {
  const putBack = interceptStorage((storage) => (input, init) => {
    const url = input instanceof Request ? input.url : input.toString()
    const headers = new Headers(init?.headers)
    if (/self-test\/.*\/new/.test(url)) headers.delete('if-none-match')
    return storage(input, { ...init, headers })
  })
  const { code, lines } = await probe([site.url])
  putBack()
  expect(code).toBe(1)
  expect(failedIn(lines)).toEqual([
    expect.stringMatching(/self-test +FAILED +Failed: of ten writers of a new key, one must win\./),
  ])
  expect(lines.at(-1)).toMatch(/^1 of \d+ failed\.$/)
})

test('without storage the sign-in fails, and the probe says why', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const putBack = interceptStorage(() => () => Promise.reject(new TypeError('No network.')))
  const { code, lines } = await probe([site.url])
  putBack()
  expect(code).toBe(1)
  expect(failedIn(lines)).toEqual([
    expect.stringMatching(/^A form without a bot check: 400 +FAILED +It is 503/),
    expect.stringMatching(
      /^The admin can sign in +FAILED .* answered 503: Storage is not available/,
    ),
  ])
})

test('another site fails nearly every check', async () => {
  const other = await startSite({ dist: 'public', functions: 'content' })
  const { code, lines } = await probe([other.url])
  await other.close()
  expect(code).toBe(1)
  expect(failedIn(lines).length).toBeGreaterThan(15)
})

test('a wrong password is reported, and all other checks run', async () => {
  const { code, lines } = await probe([site.url], 'a guess')
  expect(code).toBe(1)
  expect(failedIn(lines)).toEqual([
    expect.stringContaining('The email address or the password is wrong.'),
  ])
})

test.each([
  [[], 'Say which site'],
  [['nowhere'], '"nowhere" is no address'],
  [['http://studio.example'], 'Write the address with https'],
])('the arguments %j get a one-sentence error', async (args, words) => {
  const { code, err } = await probe(args)
  expect(code).toBe(1)
  expect(err).toContain(words)
  expect(err).not.toMatch(/\n\s+at /)
})
