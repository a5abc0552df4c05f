import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { AstroIntegration, AstroIntegrationLogger } from 'astro'

/** `dist` is the folder of the finished pages, `root` that of the project. */
type Built = { dist: string; root: URL; logger: AstroIntegrationLogger }

/** Work that is done once all pages are there. */
export function afterBuild(name: string, work: (built: Built) => Promise<void>): AstroIntegration {
  let root: URL
  return {
    name,
    hooks: {
      'astro:config:done': ({ config }) => void (root = config.root),
      'astro:build:done': ({ dir, logger }) => work({ dist: fileURLToPath(dir), root, logger }),
    },
  }
}

/** All files below a folder, as sorted paths from there. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
    .sort()
}
