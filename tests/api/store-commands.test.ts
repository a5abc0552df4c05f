import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startSite, type Site } from '#local/server.ts'
import type { Entry } from '#server/audit/entry.ts'
import { checkStore } from '#server/housekeeping/check.ts'
import * as kv from '#server/storage/kv.ts'
import { isSentinel } from '#server/storage/sentinel.ts'
import { fill, folder } from './filled-store.ts'
import { accessStore, type StoreAccess } from '../../scripts/site/store-access.ts'
import { NEW, OLD } from './seals.ts'
import { admin, interceptStorage, useStudio } from './studio.ts'
import { typed as run } from './typed-command.ts'

useStudio()

let site: Site
beforeAll(async () => {
  site = await startSite({ dist: 'public' })
  await fill()
})
afterAll(() => site.close())

test('every claim is found after a restore on a machine with another secret', async () => {
  const [path, other] = [await folder(), await folder()]
  const login = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  const saved = await run('backup', [site.url, '--to', path], login)
  expect(saved.err).toMatch(/\d+ records/)
  expect(saved).toMatchObject({ code: 0, out: expect.stringContaining(`in ${path}: `) as string })
  expect(saved.out + saved.err).not.toContain('example.com')
  const machine = { DATA_DIR: other }
  expect(await run('restore', [path], machine)).toMatchObject({ code: 0 })
  const checked = await run('store-check', [], machine)
  expect(checked).toMatchObject({ code: 0 })
  expect(checked.out).toContain('Everything agrees with the records.')
  const again = await run('restore', [path], machine)
  expect(again).toMatchObject({ code: 1, err: 'The store is not empty.\n' })
})

test('a deployed store can be checked too', async () => {
  const login = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  // Some records were added without the claims of an attempt.
  await checkStore({ fix: true })
  const keys = await kv.list('rec/contact-submissions/')
  const message = keys.find((key) => !isSentinel(key)) ?? ''
  const { attempt } = (await kv.get(message))?.value as { attempt: string }
  const key = `claim/${attempt}`
  const claim = await kv.get(key)
  await kv.remove(key)
  const told = await run('store-check', [site.url], login)
  expect(told).toMatchObject({ code: 1 })
  expect(told.out).toContain('\n1 without the claim that makes a retry find it')
  expect(await run('store-check', [site.url, '--fix'], login)).toMatchObject({ code: 0 })
  expect((await kv.get(key))?.value).toEqual(claim?.value)
  expect(await run('store-check', [site.url], login)).toMatchObject({ code: 0 })
})

test.each<[script: string, args: string[], words: string, storeKey?: string]>([
  ['backup', ['http://studio.example'], 'Write the address with https'],
  ['backup', ['studio'], '"studio" is no address. Write it as https://your.domain.'],
  ['backup', ['https://a.example', 'https://b.example'], 'Name one site'],
  ['backup', ['http://localhost:1'], 'http://localhost:1 did not answer.'],
  ['restore', [], 'Say which backup'],
  ['restore', ['no-such-folder'], 'There is no folder no-such-folder.'],
  ['restore', ['content'], 'content is not a backup: it has no backup.json.'],
  ['store-check', ['--mend'], "Unknown option '--mend'"],
  ['store-seal', ['https://a.example', 'https://b.example'], 'Name one site'],
  ['store-seal', [], 'STORE_KEY is not set: there is no key to seal with.'],
  ['store-seal', [], 'STORE_KEY: write 32 random bytes in base64', 'short'],
  ['store-seal', [], 'No value was found.', OLD],
])('%s %j gets a one-sentence error: %s', async (script, args, words, STORE_KEY = '') => {
  const { code, out, err } = await run(script, args, { DATA_DIR: await folder(), STORE_KEY })
  expect(code).toBe(1)
  expect(err).toContain(words)
  expect(out + err).not.toMatch(/\n\s+at /)
})

test('sealing with a key that does not fit says so, and changes nothing', async () => {
  const DATA_DIR = await folder()
  const seal = (STORE_KEY: string) => run('store-seal', [], { DATA_DIR, STORE_KEY })
  // Its act in the log is sealed.
  await run('backup', ['--to', await folder()], { DATA_DIR, STORE_KEY: OLD })
  const kept = await seal(OLD)
  expect(kept).toMatchObject({ code: 0 })
  const { code, out, err } = await seal(NEW)
  expect(code).toBe(1)
  expect(out).toContain(' 0 sealed, 0 were sealed before.')
  expect(err).toContain('STORE_KEY is not the key that sealed this store. Nothing was changed.')
  expect(err).not.toContain('No value was found.')
  expect(err).not.toContain('secret/')
  expect((await seal(OLD)).out).toBe(kept.out)
})

/** Each backup adds itself to the log. */
async function recordsIn(store: StoreAccess) {
  const { lines, next } = await store.backup('')
  return { lines: lines.filter(({ key }) => !key.startsWith('log/')), next }
}

test('a stale session is refreshed, and an expired one is reported', async () => {
  vi.stubEnv('ADMIN_PASSWORD', admin.password)
  vi.stubEnv('DATA_DIR', await folder())
  const store = await accessStore(site.url, 'backup')
  const all = await recordsIn(store)
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 16 * 60_000)
  expect(await recordsIn(store)).toEqual(all)
  vi.spyOn(Date, 'now').mockReturnValue(now + 60 * 60_000)
  await expect(store.backup('')).rejects.toThrow('answered 401: Unauthorized')
})

test('a request that fails briefly is repeated', async () => {
  vi.stubEnv('ADMIN_PASSWORD', admin.password)
  vi.stubEnv('DATA_DIR', await folder())
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const store = await accessStore(site.url, 'backup')
  const all = await recordsIn(store)
  let failures = 6
  const putBack = interceptStorage(
    (storage) => (input, init) =>
      failures-- > 0 ? Promise.reject(new TypeError('No network.')) : storage(input, init),
  )
  expect(await recordsIn(store)).toEqual(all)
  putBack()
})

test('a wrong password is reported', async () => {
  const login = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: 'a guess' }
  const { code, out, err } = await run('backup', [site.url, '--to', await folder()], login)
  expect({ code, out, err }).toEqual({
    code: 1,
    out: '',
    err: 'The email address or the password is wrong.\n',
  })
})

test('where nobody has a passkey, a command without a password says what it needs', async () => {
  const { code, err } = await run('backup', [site.url], { DATA_DIR: await folder() })
  expect({ code, err }).toEqual({
    code: 1,
    err: 'Set ADMIN_EMAIL, or run this in a terminal, which asks for it.\n',
  })
})

/** Who did what, as the log in a backup says. */
async function logIn(path: string) {
  const lines = (await readFile(join(path, 'log.ndjson'), 'utf8')).trim().split('\n')
  const entries = lines.map((line) => (JSON.parse(line) as { value: Entry }).value)
  return entries.map(({ act, who }) => ({ act, who }))
}

test('commands on one machine write what they did into its log', async () => {
  const [first, second, third] = [await folder(), await folder(), await folder()]
  const backUp = (machine: string, to: string) => run('backup', ['--to', to], { DATA_DIR: machine })
  expect(await backUp(first, join(first, 'kept'))).toMatchObject({ code: 0 })
  const restored = await run('restore', [join(first, 'kept')], { DATA_DIR: second })
  expect(restored).toMatchObject({ code: 0 })
  expect(await backUp(second, third)).toMatchObject({ code: 0 })
  const who = { id: 'machine', name: 'command on this machine' }
  expect(await logIn(third)).toEqual(
    ['backed up', 'restored', 'backed up'].map((act) => ({ act, who })),
  )
})

test('a backup that is refused is not in the log', async () => {
  const [DATA_DIR, first, second] = [await folder(), await folder(), await folder()]
  const backUp = (to: string) => run('backup', ['--to', to], { DATA_DIR })
  expect(await backUp(first)).toMatchObject({ code: 0 })
  const { code, err } = await backUp(first)
  expect(code).toBe(1)
  expect(err).toContain('holds a whole backup already')
  expect(await backUp(second)).toMatchObject({ code: 0 })
  expect((await logIn(second)).map(({ act }) => act)).toEqual(['backed up', 'backed up'])
})
