import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { changeSentences } from './changed-sentences.ts'

/** Inside the project, so that the copy finds the project's packages. */
export const FOLDER = '.cache/second-studio'

const FILES = [
  ...[
    'astro.config.mjs',
    'package.json',
    'package-lock.json',
    'netlify.toml',
    'tsconfig.json',
    '.env.example',
  ],
  ...['playwright.config.ts', 'vitest.config.ts', 'netlify', 'scripts', 'src', 'tests'],
]

/** Of public/, these belong to the design. The rest is the studio's. */
const DESIGN = ['_redirects', 'apple-touch-icon.png', 'favicon.svg', 'fonts']

/** Makes a copy of the project in which another studio's content stands in place of ours. */
export async function copyProject(): Promise<void> {
  const copy = (from: string, to = from) => cp(from, join(FOLDER, to), { recursive: true })
  // The caches of the copy stay: a build after a small change is faster.
  for (const path of [...FILES, 'content', 'public', 'dist']) {
    await rm(join(FOLDER, path), { recursive: true, force: true })
  }
  for (const path of FILES) await copy(path)
  for (const path of DESIGN) await copy(join('public', path))
  for (const path of ['content', 'public']) await copy(join('tests/second-studio', path), path)
  await changeSentences(join(FOLDER, 'content'))
  await renew(join(FOLDER, 'content/studio.yaml'))
  await mkdir(join(FOLDER, 'node_modules'), { recursive: true })
  // The build starts this program by its path. Everything else is found in the project.
  const astro = join(FOLDER, 'node_modules/astro')
  await rm(astro, { force: true })
  await symlink(resolve('node_modules/astro'), astro, 'junction')
}

const HALF_A_YEAR_MS = 180 * 24 * 60 * 60_000

/** The day until which reports are taken must be within a year, whenever this runs. */
async function renew(file: string): Promise<void> {
  const day = new Date(Date.now() + HALF_A_YEAR_MS).toISOString().slice(0, 10)
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/(reportsUntil: ).*/, `$1${day}`))
}

if (import.meta.main) await copyProject()
