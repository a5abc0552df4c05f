import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { AstroIntegration } from 'astro'
import { minify, transformWithOxc, type Plugin } from 'vite'

/** Where a build finds Astro's script for islands; `npm run dev` has another file, and keeps it. */
const COMPILED = '/astro-island.prebuilt.js'
const OWN = new URL('../interaction/island.ts', import.meta.url)

/** What Astro may write of an island and our script can't read: slots, and props beyond plain data. */
const UNKNOWN = /<astro-slot|<astro-island[^>]*(\[([2-9]|1\d),| client="only")/

/** The script that every page with an island carries: src/interaction/island.ts in place of Astro's. */
const islandScriptPlugin: Plugin = {
  name: 'island-script',
  async load(id) {
    if (!id.endsWith(COMPILED)) return
    const { code } = await transformWithOxc(await readFile(OWN, 'utf8'), fileURLToPath(OWN))
    const minified = await minify(id, `(()=>{${code}})()`, { compress: { target: 'es2022' } })
    if (minified.errors.length > 0) throw new Error(minified.errors[0]?.message)
    return `export default ${JSON.stringify(minified.code.trim())}`
  },
}

/** Ships our own script for islands, and makes sure that it is enough. */
export const islandScript = (): AstroIntegration => ({
  name: 'island-script',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      updateConfig({ vite: { plugins: [islandScriptPlugin] } })
    },
    'astro:build:done': async ({ dir }) => {
      const dist = fileURLToPath(dir)
      const files = await readdir(dist, { recursive: true })
      for (const file of files.filter((one) => one.endsWith('.html'))) {
        const unknown = UNKNOWN.exec(
          (await readFile(`${dist}/${file}`, 'utf8')).replaceAll('&quot;', '"'),
        )
        if (unknown) {
          throw new Error(
            `${file}: src/interaction/island.ts does not know "${unknown[0].slice(-20)}".`,
          )
        }
      }
    },
  },
})
