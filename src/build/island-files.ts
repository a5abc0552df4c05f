import type { AstroIntegration } from 'astro'
import type { Plugin, Rolldown } from 'vite'

declare global {
  /** All files of an island by its name, once they are built. */
  var builtIslands: Map<string, string[]> | undefined
}

/** Astro loads it with every React island. */
const RENDERER = '/@astrojs/react/dist/client.js'

type Bundle = Rolldown.OutputBundle

const noteFiles = (bundle: Bundle) => {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const renderer = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(RENDERER))
  globalThis.builtIslands = new Map()
  for (const { name, fileName, facadeModuleId } of chunks) {
    if (!facadeModuleId?.endsWith('.tsx')) continue
    const files = new Set([fileName, ...(renderer ? [renderer.fileName] : [])])
    for (const file of files) {
      const chunk = bundle[file]
      if (chunk?.type === 'chunk') for (const next of chunk.imports) files.add(next)
    }
    globalThis.builtIslands.set(
      name,
      [...files].map((file) => `/${file}`),
    )
  }
}

const plugin: Plugin = {
  name: 'island-files',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: (_, bundle) => noteFiles(bundle),
}

/** Gives the pages the names of each island's files. The browser's code is built before them. */
export const islandFiles = (): AstroIntegration => ({
  name: 'island-files',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      updateConfig({ vite: { plugins: [plugin] } })
    },
  },
})
