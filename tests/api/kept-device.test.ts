import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSite, type Site } from '#local/server.ts'
import { folder } from './filled-store.ts'
import { admin, askSession, useStudio } from './studio.ts'
import { typed } from './typed-command.ts'

/** Commands against a site are known there again, as a browser is. */

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

test('a command keeps its device cookie where only its user can read it', async () => {
  const dataDir = await folder()
  expect(await check(dataDir, 'a guess')).toMatchObject({ code: 1 })
  await expect(readdir(join(dataDir, 'devices'))).rejects.toThrow('ENOENT')
  expect(await check(dataDir)).toMatchObject({ code: 0, err: expect.any(String) as string })
  const file = await keptIn(dataDir)
  expect(decodeURIComponent(file)).toMatch(new RegExp(`${site.url}$`))
  expect(await readFile(file, 'utf8')).toMatch(/^device=Fe26\.2\S+$/)
  // An old file's mode is no new one's.
  await chmod(file, 0o644)
  expect(await check(dataDir)).toMatchObject({ code: 0 })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(dataDir, 'devices'))).toHaveLength(1)
})

test('a kept file that is broken is replaced, and one that can’t be written is no error', async () => {
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

test('strangers keep out a machine whose commands never signed in, and no other', async () => {
  const [known, unknown] = [await folder(), await folder()]
  expect(await check(known)).toMatchObject({ code: 0 })
  const guess = { ...admin, password: 'guess' }
  for (let i = 0; i < 31; i++) await askSession('login', { address: `192.0.2.${i}`, body: guess })
  const refused = await check(unknown)
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.err).toContain('answered 429: Too many attempts.')
  expect(await check(known)).toMatchObject({ code: 0 })
  // What is no cookie of ours is as good as nothing.
  await writeFile(await keptIn(known), 'device=cut\nshort')
  expect((await check(known)).err).toContain('answered 429')
})
