import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { AstroIntegration } from 'astro'

import { withoutUnusedRules } from './lean-styles.ts'
import { codeOf } from './code-of.ts'

/** After the build: takes away of the rules what a page can't use. */
export const leanPages = (): AstroIntegration => ({
  name: 'lean-pages',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const dist = fileURLToPath(dir)
      const files = await readdir(dist, { recursive: true })
      const pages = files.filter((one) => one.endsWith('.html')).map((one) => `${dist}/${one}`)
      for (const page of pages) {
        const html = await readFile(page, 'utf8')
        await writeFile(page, withoutUnusedRules(html, await codeOf(dist, [html])))
      }
    },
  },
})
