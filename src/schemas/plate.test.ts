import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plate } from './plate.ts'

const here = process.cwd()

// Use another folder, because a build may be reading the pictures of this one.
beforeAll(() => {
  process.chdir(mkdtempSync(join(tmpdir(), 'plates-')))
  mkdirSync('public/plates', { recursive: true })
})
afterAll(() => {
  process.chdir(here)
})

const said = (path: string) => plate.safeParse(path).error?.issues.map(({ message }) => message)

function picture(name: string, bytes: number): string {
  writeFileSync(`public/plates/${name}`, Buffer.alloc(bytes))
  return `/plates/${name}`
}

test('a picture of up to 40 KB is allowed, a larger one is named with its size', () => {
  expect(said(picture('fits.png', 40 * 1_024))).toBeUndefined()
  expect(said(picture('large.png', 40 * 1_024 + 1))).toEqual([
    'names a picture of 41 KB; at most 40 KB are sent',
  ])
})

test('a missing picture is named once', () => {
  expect(said('/plates/nobody.svg')).toEqual([
    'names public/plates/nobody.svg, which is not there; “npm run art” draws it',
  ])
})
