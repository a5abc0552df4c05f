import { readFile } from 'node:fs/promises'

import type { AstroIntegration } from 'astro'
import { minify, type Plugin } from 'vite'

/** Astro keeps its islands' script twice: as written, and compiled for browsers of years ago. */
const COMPILED = '/astro-island.prebuilt.js'

/**
 * The script that every page with an island carries, from the same source but for the browsers that
 * the styles ask for anyway: a tenth of a page's script is spent on the older ones.
 */
const islandScriptPlugin: Plugin = {
  name: 'island-script',
  async load(id) {
    if (!id.endsWith(COMPILED)) return
    const source = await readFile(id.replace('.prebuilt', ''), 'utf8')
    const code = source.replaceAll('process.env.NODE_ENV', '"production"')
    const minified = await minify(id, `(()=>{${code}})()`, { compress: { target: 'es2022' } })
    if (minified.errors.length > 0) throw new Error(minified.errors[0]?.message)
    return `export default ${JSON.stringify(minified.code.trim())}`
  },
}

/** Ships the islands' script without what only old browsers need. */
export const islandScript = (): AstroIntegration => ({
  name: 'island-script',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      updateConfig({ vite: { plugins: [islandScriptPlugin] } })
    },
  },
})
