import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { faultOf, foldersOf, licenceOf } from '../../scripts/licences.ts'

async function faultIn(packageJson: object) {
  const folder = await mkdtemp(join(tmpdir(), 'package-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'package.json'), JSON.stringify(packageJson))
  return faultOf(await licenceOf(folder))
}

test('a licence that is missing or not allowed is a fault', async () => {
  const one = { name: 'one', version: '1.0.0' }
  expect(await faultIn({ ...one, license: 'MIT' })).toBeUndefined()
  expect(await faultIn(one)).toBe('one 1.0.0 names no licence.')
  expect(await faultIn({ ...one, license: { type: 'MIT' } })).toBe('one 1.0.0 names no licence.')
  expect(await faultIn({ ...one, license: 'AGPL-3.0-only' })).toBe(
    'one 1.0.0 is under AGPL-3.0-only, which is not allowed.',
  )
})

test('a file belongs to the innermost package around it', () => {
  const files = [
    '/studio/src/islands/Nav.tsx',
    '/studio/node_modules/react/index.js',
    '/studio/node_modules/@netlify/blobs/dist/main.js',
    '/studio/node_modules/@netlify/blobs/node_modules/@a/b/index.js?url',
    'C:\\studio\\node_modules\\zod\\index.js',
    '\0rolldown/runtime.js',
  ]
  expect([...foldersOf(files)]).toEqual([
    'node_modules/react',
    'node_modules/@netlify/blobs',
    'node_modules/@netlify/blobs/node_modules/@a/b',
    'node_modules/zod',
    'node_modules/rolldown',
  ])
})
