import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSite, type Site } from '#local/server.ts'
import * as kv from '#server/storage/kv.ts'
import { folder } from './filled-store.ts'
import { admin, askSession, useStudio } from './studio.ts'
import { typed } from './typed-command.ts'

/** A command is known to a site by its device cookie, as a browser is. */

useStudio()

let site: Site
beforeAll(async () => {
  site = await startSite({ dist: 'public' })
})
afterAll(() => site.close())

const check = (dataDir: string, password = admin.password) =>
  typed('store-check', [site.url], {
    DATA_DIR: dataDir,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: password,
  })

const keptIn = async (dataDir: string) => {
  const [file = ''] = await readdir(join(dataDir, 'devices'))
  return join(dataDir, 'devices', file)
}

test('a command stores its device cookie readable by its user only', async () => {
  const dataDir = await folder()
  expect(await check(dataDir, 'a guess')).toMatchObject({ code: 1 })
  await expect(readdir(join(dataDir, 'devices'))).rejects.toThrow('ENOENT')
  expect(await check(dataDir)).toMatchObject({ code: 0, err: expect.any(String) as string })
  const file = await keptIn(dataDir)
  expect(decodeURIComponent(file)).toMatch(new RegExp(`${site.url}$`))
  expect(await readFile(file, 'utf8')).toMatch(/^device=Fe26\.2\S+$/)
  // A new file must not keep the mode of the old one.
  await chmod(file, 0o644)
  expect(await check(dataDir)).toMatchObject({ code: 0 })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(dataDir, 'devices'))).toHaveLength(1)
})

test('a broken cookie file is replaced, and a failed write is no error', async () => {
  const dataDir = await folder()
  await check(dataDir)
  const file = await keptIn(dataDir)
  for (const broken of ['', 'device=', 'device=cut\nshort', 'session=other', '\0']) {
    await writeFile(file, broken)
    expect(await check(dataDir), broken).toMatchObject({ code: 0 })
    expect(await readFile(file, 'utf8')).toMatch(/^device=Fe26\.2\S+$/)
  }
  await rm(join(dataDir, 'devices'), { recursive: true })
  await writeFile(join(dataDir, 'devices'), 'A file stands where the folder would be.')
  expect(await check(dataDir)).toMatchObject({ code: 0 })
})

test('strangers lock out only a machine whose commands never signed in', async () => {
  const [known, unknown] = [await folder(), await folder()]
  // A guess of an earlier test would keep a place among the strangers for this machine.
  for (const key of await kv.list('window/')) await kv.remove(key)
  expect(await check(known)).toMatchObject({ code: 0 })
  const guess = { ...admin, password: 'guess' }
  for (let i = 0; i < 31; i++) await askSession('login', { address: `192.0.2.${i}`, body: guess })
  const refused = await check(unknown)
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.err).toContain('answered 429: Too many attempts.')
  expect(await check(known)).toMatchObject({ code: 0 })
  // An invalid cookie gives no access.
  await writeFile(await keptIn(known), 'device=cut\nshort')
  expect((await check(known)).err).toContain('answered 429')
})
