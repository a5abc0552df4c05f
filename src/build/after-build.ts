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
