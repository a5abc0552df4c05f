import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { AstroIntegration } from 'astro'
import { build, type Plugin } from 'vite'

import { leanIslands } from './lean-islands.ts'

/** Where a build finds Astro's script for islands; `npm run dev` has another file, and keeps it. */
const ASTROS_ISLAND = '/astro-island.prebuilt.js'
const ASTROS_RENDERER = '/@astrojs/react/dist/client.js'
const own = (file: string) => fileURLToPath(new URL(`../../interaction/${file}`, import.meta.url))

/** An island's script as one file without a name of its own. */
async function islandCode() {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: own('island.ts'), formats: ['iife'], name: 'i', fileName: 'island' },
      minify: true,
    },
  })
  const output = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const code = output.map((one) => ('code' in one ? one.code : '')).join('')
  return code.trim()
}

/**
 * Asks for what a file that comes later imports, and its styles: here that is there, and in the page.
 */
const VITES_PRELOADER = 'vite/preload-helper.js'
const PRELOADER = '\0preloader'

/** Our own code in the place of Astro's and Vite's, and a note of which files each built file imports. */
const islandScriptPlugin = (imports: Map<string, string[]>): Plugin => ({
  name: 'island-script',
  apply: 'build',
  resolveId: (id) => (id.endsWith(VITES_PRELOADER) ? PRELOADER : undefined),
  async load(id) {
    if (id.endsWith(ASTROS_ISLAND)) return `export default ${JSON.stringify(await islandCode())}`
    if (id.endsWith(ASTROS_RENDERER))
      return `export { default } from ${JSON.stringify(own('renderer.ts'))}`
    if (id === PRELOADER) return 'export const __vitePreload = (load) => load()'
    return undefined
  },
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk') imports.set(`/${chunk.fileName}`, chunk.imports)
    }
  },
})

/**
 * React in one file; what asks a function and what a form asks, which the admin area needs too, in a
 * second; and all that every long form needs in a third. Each group takes along what it imports and
 * no group before it has taken.
 */
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|src\/boundary\/|renderer/ },
  { name: 'asking', test: /src\/(api\/|forms\/(answer|form|person|submission|resume)\.ts)/ },
  { name: 'form', test: /src\/islands\/(form|sending|bot-check)\// },
]

/** Ships our own script for islands, and makes sure that it is enough. */
export const islandScript = (): AstroIntegration => {
  const imports = new Map<string, string[]>()
  return {
    name: 'island-script',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [islandScriptPlugin(imports)],
            environments: {
              client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
            },
          },
        })
      },
      'astro:build:done': async ({ dir }) => {
        const dist = fileURLToPath(dir)
        const files = await readdir(dist, { recursive: true })
        for (const file of files.filter((one) => one.endsWith('.html'))) {
          const html = await readFile(`${dist}/${file}`, 'utf8')
          await writeFile(`${dist}/${file}`, leanIslands(html, imports, file))
        }
      },
    },
  }
}
