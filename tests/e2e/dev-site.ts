import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startScript, type TestSite } from './test-site.ts'

/** The inputs of `npm run dev`. */
const SOURCES = [
  'astro.config.mjs',
  'content',
  'netlify',
  'netlify.toml',
  'package.json',
  'public',
  'scripts',
  'src',
  'tsconfig.json',
]
/** Vite serves no files from outside the site's folder, and it serves these packages unbundled. */
const PACKAGES = ['@astrojs/react', 'altcha']

/** Stands for the headers that `npm start` leaves. No page works with this stricter policy. */
const OLD_HEADERS = "/*\n  Content-Security-Policy: default-src 'none'\n"

export type DevSite = TestSite & {
  /** The copied project. */
  folder: string
}

/** Copies the project, so that a test can change files, and returns the folder. */
export async function copyProject(): Promise<string> {
  await mkdir('.cache', { recursive: true })
  // The copy is inside the project, so that it finds the project's packages.
  const folder = await mkdtemp(join('.cache', 'copy-'))
  const packages = PACKAGES.map((name) => join('node_modules', name))
  for (const path of [...SOURCES, ...packages]) {
    await cp(path, join(folder, path), { recursive: true })
  }
  return folder
}

/** Runs `npm run dev` on a copy of the project. */
export async function startDevSite(): Promise<DevSite> {
  const folder = await copyProject()
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'dist', '_headers'), OLD_HEADERS)

  const env = { ASTRO_TELEMETRY_DISABLED: '1' }
  const site = await startScript(['scripts/dev.ts'], env, folder)
  return {
    ...site,
    folder,
    async close() {
      await site.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
