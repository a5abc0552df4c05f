import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { expect } from 'vitest'

import type { Change } from './slips.ts'

/** The part of Astro's configuration that reading the content needs. */
const CONFIG = `import mdx from '@astrojs/mdx'
export default { integrations: [mdx()], vite: { cacheDir: '.vite' } }
`

/** Lets Astro read the content with one file changed, and returns the output. */
export async function syncWith(change: Change) {
  const root = await mkdtemp(join(tmpdir(), 'content-'))
  try {
    await copySite(root)
    await makeChange(root, change)
    return await sync(root)
  } finally {
    await rm(root, { recursive: true })
  }
}

/** Copies the files that reading the content needs. */
async function copySite(root: string) {
  await mkdir(join(root, 'src/pages'), { recursive: true })
  const folders = [
    'content',
    'src/schemas',
    'src/articles',
    'src/data',
    'src/publication',
    'src/promises',
    'src/text',
    'src/forms',
  ]
  for (const part of ['src/content.config.ts', ...folders]) {
    await cp(part, join(root, part), { recursive: true })
  }
  for (const part of ['public', 'node_modules', 'package.json']) {
    await symlink(resolve(part), join(root, part))
  }
  await writeFile(join(root, 'astro.config.mjs'), CONFIG)
}

async function makeChange(root: string, { file, from, to }: Change) {
  const before = await readFile(join(root, file), 'utf8')
  const after = before.replace(from, to)
  expect(after, `${file} says ${from}`).not.toBe(before)
  await writeFile(join(root, file), after)
}

type Said = { stopped: boolean; text: string }

const sync = (root: string) =>
  new Promise<Said>((answer) => {
    const command = [resolve('node_modules/astro/bin/astro.mjs'), 'sync']
    const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' }
    execFile(process.execPath, command, { cwd: root, env }, (error, stdout, stderr) => {
      // Astro prints code between ** and backquotes.
      const text = stripVTControlCharacters(stdout + stderr).replaceAll(/\*\*|`|\\/g, '')
      answer({ stopped: error !== null, text })
    })
  })
