import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isInstalled } from './installed.mjs'

type Package = {
  version?: string
  integrity?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
}
type Packages = Record<string, Package>

const zod = { version: '4.6.7', integrity: 'sha512-z' }
const locked: Packages = {
  '': { version: '1.0.0' },
  'node_modules/zod': zod,
  'node_modules/fsevents': { version: '2.0.0', integrity: 'sha512-f', optional: true },
}

async function project(installed?: Packages): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'project-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages: locked }))
  await mkdir(join(folder, 'node_modules'))
  const note = join(folder, 'node_modules', '.package-lock.json')
  if (installed) await writeFile(note, JSON.stringify({ packages: installed }))
  return folder
}

test('packages of the lockfile are installed', async () => {
  expect(isInstalled(await project(locked))).toBe(true)
})

test('a package for another platform may be missing', async () => {
  expect(isInstalled(await project({ 'node_modules/zod': zod }))).toBe(true)
})

test('an optional package for this platform must not be missing', async () => {
  const here = { os: [process.platform], cpu: [process.arch], optional: true, version: '24.21.0' }
  const folder = await project({ 'node_modules/zod': zod })
  const packages = { ...locked, 'node_modules/node-here': here }
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  expect(isInstalled(folder)).toBe(false)
})

test('nothing counts as installed without npm’s hidden lockfile', async () => {
  expect(isInstalled(await project())).toBe(false)
})

test.each([
  ['a package is missing', {}],
  ['a version differs', { 'node_modules/zod': { ...zod, version: '4.6.6' } }],
  ['a content differs', { 'node_modules/zod': { ...zod, integrity: 'sha512-y' } }],
])('an installation is needed if %s', async (_, installed) => {
  expect(isInstalled(await project(installed))).toBe(false)
})
