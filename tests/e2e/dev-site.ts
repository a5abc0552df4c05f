import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startScript, type TestSite } from './test-site.ts'

/** What `npm run dev` reads. */
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
/** Vite gives a browser no file from outside the site's own folder, and these go there as they are. */
const PACKAGES = ['@astrojs/react', 'altcha']

/** What any earlier `npm start` leaves behind, only stricter: no page works under this. */
const OLD_HEADERS = "/*\n  Content-Security-Policy: default-src 'none'\n"

export type DevSite = TestSite & {
  /** The copy of the project that it runs on. */
  folder: string
}

/** Runs `npm run dev` on a copy, so that a test may change it and nobody else's files are written. */
export async function startDevSite(): Promise<DevSite> {
  await mkdir('.cache', { recursive: true })
  // Inside the project, so that its packages are found.
  const folder = await mkdtemp(join('.cache', 'dev-site-'))
  const packages = PACKAGES.map((name) => join('node_modules', name))
  for (const path of [...SOURCES, ...packages]) {
    await cp(path, join(folder, path), { recursive: true })
  }
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
