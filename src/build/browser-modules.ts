import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'

/** Collects every module that has code left in the browser's bundles. */
const collectModules = (modules: Set<string>): Plugin => ({
  name: 'browser-modules',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_, bundle) {
    for (const output of Object.values(bundle)) {
      if (output.type !== 'chunk') continue
      for (const [id, { renderedLength }] of Object.entries(output.modules)) {
        if (renderedLength > 0) modules.add(id)
      }
    }
  },
})

/**
 * Writes the list of these modules to `.cache/browser-modules-<folder>.json`. `npm run licences` needs
 * it, because bundles don't name their modules.
 */
export const browserModules = (): AstroIntegration => {
  const modules = new Set<string>()
  let cache = ''
  return {
    name: 'browser-modules',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        cache = fileURLToPath(new URL('.cache/', config.root))
        updateConfig({ vite: { plugins: [collectModules(modules)] } })
      },
      'astro:build:done': async ({ dir }) => {
        const file = join(cache, `browser-modules-${basename(fileURLToPath(dir))}.json`)
        await mkdir(cache, { recursive: true })
        await writeFile(file, JSON.stringify([...modules].sort(), null, 2))
      },
    },
  }
}
