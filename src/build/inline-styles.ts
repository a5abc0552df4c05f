import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { AstroIntegration } from 'astro'

import { leanStyles } from './lean-styles.ts'

/** Astro writes the islands' one rule before the first island, in the middle of the body. */
const ISLAND_RULE = /<style>astro-island[^<]*<\/style>/
/** React draws with the classes that its own props name: no rule of ours is in there. */
const ISLAND_FILES = /\/_astro\/(?!react\.)[\w.-]+\.js/g

/**
 * After the build: takes the islands' rule away, as HTML allows no <style> there and elements.css
 * has it, and of the other rules what the page can't use.
 */
export const inlineStyles = (): AstroIntegration => ({
  name: 'inline-styles',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const dist = fileURLToPath(dir)
      const files = await readdir(dist, { recursive: true })
      for (const file of files.filter((one) => one.endsWith('.html'))) {
        const html = (await readFile(`${dist}/${file}`, 'utf8')).replace(ISLAND_RULE, '')
        const code = [...new Set(html.match(ISLAND_FILES))].map((one) =>
          readFile(dist + one, 'utf8'),
        )
        await writeFile(`${dist}/${file}`, leanStyles(html, (await Promise.all(code)).join('\n')))
      }
    },
  },
})
