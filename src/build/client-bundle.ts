import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import type { Plugin, Rolldown } from 'vite'

import { pinned } from './skew-protection.ts'

declare global {
  /** All files of an island by its name, once they are built. */
  var builtIslands: Map<string, string[]> | undefined
}

/** Astro loads it with every React island. */
const RENDERER = '/@astrojs/react/dist/client.js'

/**
 * Reads the browser's bundle, which is built before the pages: gives them the names of each island's
 * files, and writes the list of modules with code in it to `.cache/browser-modules-<folder>.json`.
 * `npm run licences` needs this list, because bundles don't name their modules.
 */
export const clientBundle: Plugin = {
  name: 'client-bundle',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir = '' }, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    globalThis.builtIslands = islandFiles(bundle, chunks)
    const cache = join(this.environment.config.root, '.cache')
    const file = join(cache, `browser-modules-${basename(dir)}.json`)
    await mkdir(cache, { recursive: true })
    await writeFile(file, JSON.stringify(modulesIn(chunks), null, 2))
  },
}

function islandFiles(bundle: Rolldown.OutputBundle, chunks: readonly Rolldown.OutputChunk[]) {
  const islands = new Map<string, string[]>()
  const renderer = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(RENDERER))
  for (const { name, fileName, facadeModuleId } of chunks) {
    if (!facadeModuleId?.endsWith('.tsx')) continue
    const files = new Set([fileName, ...(renderer ? [renderer.fileName] : [])])
    for (const file of files) {
      const chunk = bundle[file]
      if (chunk?.type === 'chunk') for (const next of chunk.imports) files.add(next)
    }
    islands.set(
      name,
      [...files].map((file) => pinned(`/${file}`)),
    )
  }
  return islands
}

function modulesIn(chunks: readonly Rolldown.OutputChunk[]): string[] {
  const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules))
  const left = modules.filter(([, { renderedLength }]) => renderedLength > 0)
  return [...new Set(left.map(([id]) => id))].sort()
}
