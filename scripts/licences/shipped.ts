import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipFunctions } from '@netlify/zip-it-and-ship-it'

/** Where a package goes. */
export type Place = 'pages' | 'functions'

/** The folders of all packages that reach visitors or the deployed functions, and where each goes. */
export async function shippedPackages(): Promise<Map<string, Set<Place>>> {
  const shipped = new Map<string, Set<Place>>()
  const note = (folder: string, place: Place) =>
    shipped.set(folder, (shipped.get(folder) ?? new Set()).add(place))
  for (const folder of IN_PAGES) note(folder, 'pages')
  for (const folder of foldersOf(await browserModules())) note(folder, 'pages')
  for (const folder of foldersOf(await functionFiles())) note(folder, 'functions')
  return shipped
}

/** Every page carries Astro's script for its islands, which no bundler put there. */
const IN_PAGES = ['node_modules/astro']

/** A bundler's own helpers have no path, only its name. */
const HELPER = /^\0(\w+)\//

/** The folders of the packages that files belong to; the project's own files belong to none. */
export const foldersOf = (files: readonly string[]): Set<string> =>
  new Set(
    files.flatMap((file) => {
      const helper = HELPER.exec(file)?.[1]
      if (helper) return [`node_modules/${helper}`]
      const within = file.replaceAll('\\', '/')
      return /\bnode_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(within) ?? []
    }),
  )

/** What the bundler left in the scripts of the last build (src/build/browser-modules.ts). */
async function browserModules(): Promise<string[]> {
  const list = await readFile('.cache/browser-modules-dist.json', 'utf8').catch(() => {
    throw new Error('Nobody knows what went into the pages before they are built: npm run build')
  })
  return JSON.parse(list) as string[]
}

/** What Netlify's own bundler puts into the functions, as when the site is deployed. */
async function functionFiles(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'functions-'))
  try {
    const bundles = await zipFunctions('netlify/functions', folder, { archiveFormat: 'none' })
    return bundles.flatMap(({ inputs = [] }) => inputs)
  } finally {
    await rm(folder, { recursive: true })
  }
}
