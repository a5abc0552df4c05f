import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { verifyPassword } from '#server/admin/password.ts'
import { setUpAdmin, setUpNotifications } from './local-settings.ts'

beforeEach(() => {
  for (const name of ['ADMIN_EMAIL', 'ADMIN_PASSWORD_HASH', 'SESSION_SECRET']) vi.stubEnv(name, '')
})

async function dataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'data-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  // This folder does not exist yet.
  return join(folder, 'new')
}

test('a machine without an admin gets one that can sign in', async () => {
  const admin = await setUpAdmin(await dataDir())
  expect(process.env['ADMIN_EMAIL']).toBe(admin?.email)
  const hash = process.env['ADMIN_PASSWORD_HASH'] ?? ''
  expect(await verifyPassword(admin?.password ?? '', hash)).toBe(true)
  expect(Buffer.from(process.env['SESSION_SECRET'] ?? '', 'base64url')).toHaveLength(32)
})

test('the second start finds the same admin', async () => {
  const folder = await dataDir()
  const first = await setUpAdmin(folder)
  vi.stubEnv('ADMIN_EMAIL', '')
  vi.stubEnv('ADMIN_PASSWORD_HASH', '')
  vi.stubEnv('SESSION_SECRET', '')
  expect(await setUpAdmin(folder)).toEqual(first)
})

test('only the owner of the machine can read the password', async () => {
  const folder = await dataDir()
  await setUpAdmin(folder)
  expect((await stat(join(folder, 'admin.json'))).mode & 0o777).toBe(0o600)
})

test('a configured admin stays as it is', async () => {
  vi.stubEnv('ADMIN_EMAIL', 'ada@example.com')
  vi.stubEnv('ADMIN_PASSWORD_HASH', 'hash')
  vi.stubEnv('SESSION_SECRET', 'secret')
  const folder = await dataDir()
  expect(await setUpAdmin(folder)).toBeUndefined()
  await expect(readFile(join(folder, 'admin.json'))).rejects.toThrow('ENOENT')
})

test('a configured admin without a session secret gets this machine’s', async () => {
  vi.stubEnv('ADMIN_EMAIL', 'ada@example.com')
  vi.stubEnv('ADMIN_PASSWORD_HASH', 'hash')
  expect(await setUpAdmin(await dataDir())).toBeUndefined()
  expect(process.env['ADMIN_PASSWORD_HASH']).toBe('hash')
  expect(process.env['SESSION_SECRET']).not.toBe('')
})

test('an email without a password gets a generated password', async () => {
  vi.stubEnv('ADMIN_EMAIL', 'ada@example.com')
  expect(await setUpAdmin(await dataDir())).toMatchObject({ email: 'ada@example.com' })
})

test('a password without an email is an error', async () => {
  vi.stubEnv('ADMIN_PASSWORD_HASH', 'hash')
  await expect(setUpAdmin(await dataDir())).rejects.toThrow('ADMIN_EMAIL is not')
})

test('all wrong settings are named at the start', () => {
  vi.stubEnv('SMTP_URL', 'mail')
  vi.stubEnv('NOTIFY_TO', 'a@b.example')
  vi.stubEnv('HEARTBEAT_URL', 'http://monitor.example/ping')
  vi.stubEnv('STORE_KEY', 'secret')
  const words = /^SMTP_URL: .*\nHEARTBEAT_URL: .*\nSTORE_KEY: (?!.*secret)/
  expect(() => setUpNotifications('.data')).toThrow(words)
})

const HASH = 'ADMIN_PASSWORD_HASH: write what `npm run admin:password` prints.'
const SECRET =
  'SESSION_SECRET: write at least 32 characters, or a list 2:<new>,1:<old> of such secrets.'
const LONG = 'long enough for a secret: 32 characters'

test.each([
  ['abc', LONG, HASH],
  ['', 'short', SECRET],
  ['', `2:short,1:${LONG}`, SECRET],
  ['abc', 'short', `${HASH}\n${SECRET}`],
])('with the hash "%s" and the secret "%s" nothing starts', async (hash, secret, words) => {
  vi.stubEnv('ADMIN_EMAIL', 'ada@example.com')
  vi.stubEnv('ADMIN_PASSWORD_HASH', hash)
  vi.stubEnv('SESSION_SECRET', secret)
  const folder = await dataDir()
  await setUpAdmin(folder)
  expect(() => setUpNotifications(folder)).toThrow(new Error(words))
})
