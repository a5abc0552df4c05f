import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { AstroIntegration } from 'astro'

import { withoutUnusedRules } from './lean-styles.ts'
import { codeOf } from './code-of.ts'

/** An item ends where the next one begins, or the list; a paragraph where a block does, or its own. */
const IMPLIED_END =
  /<\/li>(?=<(li|\/[uo]l)\b)|<\/dt>(?=<dd)|<\/dd>(?=<(dt|\/d))|<\/p>(?=<(p|div|[uod]l|h[2-4]|section|\/(div|section|li|article))[ >])/g
/** After the build: takes away of the rules what a page can't use, and the ends of elements that HTML implies. */
export const leanPages = (): AstroIntegration => ({
  name: 'lean-pages',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const dist = fileURLToPath(dir)
      const files = await readdir(dist, { recursive: true })
      const pages = files.filter((one) => one.endsWith('.html')).map((one) => `${dist}/${one}`)
      for (const page of pages) {
        const html = (await readFile(page, 'utf8')).replaceAll(IMPLIED_END, '')
        await writeFile(page, withoutUnusedRules(html, await codeOf(dist, [html])))
      }
    },
  },
})
