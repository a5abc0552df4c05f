import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startSite, type Site } from '#local/server.ts'
import * as kv from '#server/storage/kv.ts'
import { folder } from './filled-store.ts'
import { askAdmin, newPerson, remove, signInBy } from './staff.ts'
import { admin, signIn, useStudio } from './studio.ts'
import { typed } from './typed-command.ts'

/** Real commands against a site whose people have passkeys. */

useStudio()

let site: Site
beforeAll(async () => {
  site = await startSite({ dist: 'public' })
})
afterAll(() => site.close())

const ASKS = /Open this address, and confirm if it shows this code:\n\n {4}http\S+\n {4}[A-Z]{4}-/

/** The id of the command that waits now. */
const waiting = () =>
  vi.waitFor(
    async () => {
      const keys = await kv.list('command/')
      const values = await Promise.all(keys.map(async (key) => (await kv.get(key))?.value))
      const key = keys.find((_, i) => {
        const { digest, person } = (values[i] ?? {}) as Record<string, unknown>
        return digest !== undefined && person === undefined
      })
      if (!key) throw new Error('No command waits.')
      return key.slice('command/'.length)
    },
    { timeout: 50_000, interval: 50 },
  )

test('a command asks once, and again for what wants a younger sign-in', async () => {
  const dataDir = await folder()
  const run = (script: string, args: string[] = []) =>
    typed(script, [site.url, ...args], { DATA_DIR: dataDir })
  const asha = await newPerson('Asha')
  const first = run('store-check')
  await askAdmin(`commands/${await waiting()}`, { cookie: asha.cookie })
  expect(await first).toMatchObject({ code: 0, err: expect.stringMatching(ASKS) as string })

  const second = await run('store-check')
  expect(second).toMatchObject({ code: 0 })
  expect(second.err).not.toMatch(ASKS)
  const [file = ''] = await readdir(join(dataDir, 'sessions'))
  const kept = join(dataDir, 'sessions', file)
  expect((await stat(kept)).mode & 0o777).toBe(0o600)
  const session = await readFile(kept, 'utf8')

  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 11 * 60_000)
  const backup = run('backup', ['--to', join(dataDir, 'kept')])
  const again = await signInBy(asha.key)
  await askAdmin(`commands/${await waiting()}`, { cookie: again.cookie })
  expect(await backup).toMatchObject({ code: 0, err: expect.stringMatching(ASKS) as string })
  expect(await readFile(kept, 'utf8')).not.toBe(session)

  // The session goes with its person, and the next command asks somebody else.
  const bo = await newPerson('Bo')
  await remove(asha.id, (await signIn()).cookie)
  const third = run('store-check')
  await askAdmin(`commands/${await waiting()}`, { cookie: bo.cookie })
  expect(await third).toMatchObject({ code: 0, err: expect.stringMatching(ASKS) as string })
})

test('a command whose request is over says so', async () => {
  await newPerson('Asha')
  const refused = typed('store-check', [site.url], { DATA_DIR: await folder() })
  await kv.remove(`command/${await waiting()}`)
  const { code, err } = await refused
  expect(code).toBe(1)
  expect(err).toContain('answered 401: This command no longer waits. Start it again')
})

test('a command that is given the password asks nobody, and keeps no session', async () => {
  await newPerson('Asha')
  const dataDir = await folder()
  const password = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  const given = await typed('store-check', [site.url], { DATA_DIR: dataDir, ...password })
  expect(given).toMatchObject({ code: 0 })
  expect(given.err).not.toMatch(ASKS)
  expect(await readdir(dataDir)).toEqual(['devices'])
})
