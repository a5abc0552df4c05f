import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'

import { wordPlugin } from './content/words.ts'
import { oneFile } from './one-file.ts'

/**
 * The one place where a build replaces parts of the framework: the code that hydrates islands. Ours
 * is a quarter of Astro's, and every page carries it. `PLAIN=1 npm run build` and `npm run dev`
 * keep the framework's own; the pages differ only in that script.
 */

/** Writes Astro's script before the first island of a page. */
const PRESCRIPTS = '/astro/dist/runtime/server/scripts.js'
/** Hydrates a React island. */
const RENDERER = '/@astrojs/react/dist/client.js'
/** Preloads the imports and styles of a dynamic import; here they are loaded already. */
const PRELOADER = 'vite/preload-helper.js'
const OWN_PRELOADER = '\0preloader'

const own = (file: string) => fileURLToPath(new URL(`../interaction/${file}`, import.meta.url))

const plugin: Plugin = {
  name: 'island-runtime',
  apply: 'build',
  resolveId: (id) => (id.endsWith(PRELOADER) ? OWN_PRELOADER : undefined),
  async load(id) {
    if (id.endsWith(PRESCRIPTS)) return prescripts(id)
    if (id.endsWith(RENDERER))
      return `export { default } from ${JSON.stringify(own('renderer.ts'))}`
    if (id === OWN_PRELOADER) return 'export const __vitePreload = (load) => load()'
    return undefined
  },
}

/** Astro's module, with another `getPrescripts`. Its <style> is left out: elements.css has the rule. */
const prescripts = async (id: string) => `
  export * from ${JSON.stringify(`${id}?original`)}
  export function getPrescripts(_result, type, directive) {
    if (!['touched', 'load'].includes(directive)) {
      throw new Error('src/interaction/island.ts does not know client:' + directive)
    }
    return type === 'both' ? ${JSON.stringify(`<script>${await islandScript()}</script>`)} : ''
  }`

const islandScript = () => bundle('island.ts', 'iife')

/** A module of src/interaction with its imports, as one script. */
function bundle(file: string, format: 'iife' | 'es', plugins: Plugin[] = []) {
  const lib = { entry: own(file), formats: [format], name: 'i', fileName: 'script' }
  return oneFile({ plugins, build: { target: 'es2022', lib } })
}

/** Makes `client:touched` known to Astro, and ships our own code for islands. */
export const islandRuntime = (): AstroIntegration => {
  let root: URL
  return {
    name: 'island-runtime',
    hooks: {
      'astro:config:setup': ({ config, addClientDirective, updateConfig }) => {
        root = config.root
        addClientDirective({ name: 'touched', entrypoint: './src/interaction/touched.ts' })
        if (!process.env['PLAIN']) updateConfig({ vite: { plugins: [plugin] } })
      },
      // Pages of earlier builds know this address, so it has no hash.
      'astro:build:done': async ({ dir }) => {
        await writeFile(
          new URL('updated.js', dir),
          await bundle('updated.ts', 'es', [wordPlugin(root)]),
        )
      },
    },
  }
}
