import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipFunctions } from '@netlify/zip-it-and-ship-it'
import { buildSite } from './build.ts'
import { runCommand, Stop } from './site/command.ts'

/** The allowed SPDX names. None of these licences asks to publish other code. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
])

/** Accepts an SPDX expression if one side of an `OR`, or every side of an `AND`, is allowed. */
export function isAllowed(expression: string): boolean {
  const bare = expression.trim().replace(/^\(([^()]*)\)$/, '$1')
  if (bare.includes('(')) return false
  return bare.split(' OR ').some((side) => side.split(' AND ').every((one) => ALLOWED.has(one)))
}

type Licence = { name: string; version: string; licence: string | undefined }

export async function licenceOf(folder: string): Promise<Licence> {
  const text = await readFile(join(folder, 'package.json'), 'utf8')
  const { name, version, license } = JSON.parse(text) as Record<string, unknown>
  return {
    name: String(name),
    version: String(version),
    licence: typeof license === 'string' && license ? license : undefined,
  }
}

/** Says why a package must not be shipped, or returns undefined. */
export function faultOf({ name, version, licence }: Licence): string | undefined {
  if (licence === undefined) return `${name} ${version} names no licence.`
  if (!isAllowed(licence)) return `${name} ${version} is under ${licence}, which is not allowed.`
  return undefined
}

type Row = { package: string; version: string; licence: string; 'goes into': string }

/**
 * All shipped packages with their licences, sorted by name, and the faults. `bundled` are the files
 * of the functions' bundles.
 */
export async function reportLicences(
  bundled: readonly string[],
): Promise<{ rows: Row[]; faults: string[] }> {
  const found = await Promise.all(
    [...(await shippedPackages(bundled))].map(async ([folder, places]) => ({
      one: await licenceOf(folder),
      places: [...places].join(', '),
    })),
  )
  found.sort((a, b) => (a.one.name < b.one.name ? -1 : 1))
  return {
    rows: found.map(({ one, places }) => ({
      package: one.name,
      version: one.version,
      licence: one.licence ?? 'none',
      'goes into': places,
    })),
    faults: found.flatMap(({ one }) => faultOf(one) ?? []),
  }
}

type Place = 'pages' | 'functions'

/** The folders of all shipped packages, and what each is shipped in. */
async function shippedPackages(bundled: readonly string[]): Promise<Map<string, Set<Place>>> {
  const shipped = new Map<string, Set<Place>>()
  const note = (folder: string, place: Place) =>
    shipped.set(folder, (shipped.get(folder) ?? new Set()).add(place))
  for (const folder of IN_PAGES) note(folder, 'pages')
  for (const folder of foldersOf(await browserModules())) note(folder, 'pages')
  for (const folder of foldersOf(bundled)) note(folder, 'functions')
  return shipped
}

/** Astro writes its island script into every page without a bundler. */
const IN_PAGES = ['node_modules/astro']

/** A bundler's helper module has the bundler's name instead of a path. */
const HELPER = /^\0(\w+)\//

export const foldersOf = (files: readonly string[]): Set<string> =>
  new Set(
    files.flatMap((file) => {
      const helper = HELPER.exec(file)?.[1]
      if (helper) return [`node_modules/${helper}`]
      const within = file.replaceAll('\\', '/')
      return /\bnode_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(within) ?? []
    }),
  )

/** The modules in the last build's scripts (src/build/client-bundle.ts). */
async function browserModules(): Promise<string[]> {
  const list = await readFile('.cache/browser-modules-dist.json', 'utf8').catch(() => {
    throw new Error('Nobody knows what went into the pages before they are built: npm run build')
  })
  return JSON.parse(list) as string[]
}

/** The files that Netlify's bundler puts into the functions. */
async function functionFiles(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'functions-'))
  try {
    const bundles = await zipFunctions('netlify/functions', folder, { archiveFormat: 'none' })
    return bundles.flatMap(({ inputs = [] }) => inputs)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * `npm run licences`: lists every package in the pages or the deployed functions, as the bundlers
 * report them. Fails if a licence is missing or not allowed.
 */
if (import.meta.main) {
  await runCommand(async () => {
    await buildSite()
    const { rows, faults } = await reportLicences(await functionFiles())
    console.table(rows)
    if (faults.length > 0) throw new Stop(faults.join('\n'))
    console.log(`${rows.length} packages, each under a licence that is allowed.`)
    console.log('The fonts are files, not packages: see public/fonts.')
  })
}
