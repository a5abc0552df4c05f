import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipFunctions } from '@netlify/zip-it-and-ship-it'

export type Place = 'pages' | 'functions'

/** The folders of all shipped packages, and what each is shipped in. */
export async function shippedPackages(): Promise<Map<string, Set<Place>>> {
  const shipped = new Map<string, Set<Place>>()
  const note = (folder: string, place: Place) =>
    shipped.set(folder, (shipped.get(folder) ?? new Set()).add(place))
  for (const folder of IN_PAGES) note(folder, 'pages')
  for (const folder of foldersOf(await browserModules())) note(folder, 'pages')
  for (const folder of foldersOf(await functionFiles())) note(folder, 'functions')
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
