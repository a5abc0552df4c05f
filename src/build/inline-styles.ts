import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { AstroIntegration } from 'astro'

/** Astro writes the islands' one rule before the first island, in the middle of the body. */
const ISLAND_RULE = /<style>astro-island[^<]*<\/style>/
const STYLES = /<style>[^<]*<\/style>/g

/**
 * After the build: takes the islands' rule away, as HTML allows no <style> there and elements.css
 * has it, and the spaces that the minifier leaves after the commas of any value with a var().
 */
export const inlineStyles = (): AstroIntegration => ({
  name: 'inline-styles',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const dist = fileURLToPath(dir)
      const files = await readdir(dist, { recursive: true })
      for (const file of files.filter((one) => one.endsWith('.html'))) {
        const html = await readFile(`${dist}/${file}`, 'utf8')
        const tight = html
          .replace(ISLAND_RULE, '')
          .replaceAll(STYLES, (style) => style.replaceAll(', ', ','))
        await writeFile(`${dist}/${file}`, tight)
      }
    },
  },
})
