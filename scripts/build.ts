import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Build, buildFileOf, formPagesOf } from '#publication/build-file.ts'

/** Files and folders that a build reads. */
const SOURCES = [
  'astro.config.mjs',
  'content',
  'netlify.toml',
  'package-lock.json',
  'public',
  'src',
  'tsconfig.json',
]
/** Settings that decide what pages or their headers contain. */
export const SETTINGS = ['RECAPTCHA_ORIGIN', 'RECAPTCHA_SITE_KEY', 'CONTEXT', 'BUILT_AT']

/** A test runner's NODE_ENV would put React's development code into pages. */
const ALWAYS = { NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' }

type Options = { dist?: string; env?: NodeJS.ProcessEnv; force?: boolean }

/**
 * Builds the site, unless `dist` was built from the same sources and no entry has appeared or closed
 * since. `force` always builds.
 */
export async function buildSite({ dist = 'dist', env = process.env, force }: Options = {}) {
  const settings = SETTINGS.map((name) => env[name] ?? '').join('\n')
  const note = join('.cache', `built-${basename(dist)}`)
  const state = async () =>
    `${await fingerprint(SOURCES, settings)} ${await fingerprint([dist, buildFileOf(basename(dist)), formPagesOf(basename(dist))])}\n`
  const isBuilt = async () => (await state()) === (await readFile(note, 'utf8').catch(() => ''))
  const now = Number(env['BUILT_AT'] || Date.now())
  if (!force && (await isBuilt()) && !(await hasChangedSince(dist, now))) return

  const astro = spawn(
    process.execPath,
    ['node_modules/astro/bin/astro.mjs', 'build', '--outDir', dist],
    { stdio: 'inherit', env: { ...env, ...ALWAYS } },
  )
  const stop = () => astro.kill()
  process.once('exit', stop)
  const [code] = (await once(astro, 'exit')) as [number | null]
  process.off('exit', stop)
  if (code !== 0) throw new Error('The site could not be built; the reason stands above.')
  await mkdir('.cache', { recursive: true })
  await writeFile(note, await state())
}

/** Whether the site should have changed between its build and now. */
async function hasChangedSince(dist: string, now: number): Promise<boolean> {
  const { changes } = JSON.parse(await readFile(buildFileOf(basename(dist)), 'utf8')) as Build
  return changes.some((change) => change <= now)
}

/** A hash of all file names and contents. */
async function fingerprint(paths: string[], settings = ''): Promise<string> {
  const files = (await Promise.all(paths.map(filesBelow))).flat().sort()
  const hash = createHash('sha256').update(settings)
  for (const file of files) hash.update(`\n${file}\n`).update(await readFile(file))
  return hash.digest('hex')
}

async function filesBelow(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return []
  if (found.isFile()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

if (import.meta.main) {
  try {
    await buildSite({ force: true })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
