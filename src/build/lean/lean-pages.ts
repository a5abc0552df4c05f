import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { AstroIntegration } from 'astro'

import { withoutUnusedRules } from './lean-styles.ts'
import { drawingsIn, withDrawings } from './drawings.ts'
import { codeOf } from './code-of.ts'

/** An item ends where the next one begins, or the list; a paragraph where a block does, or its own. */
const IMPLIED_END =
  /<\/li>(?=<(li|\/[uo]l)\b)|<\/dt>(?=<dd)|<\/dd>(?=<(dt|\/d))|<\/p>(?=<(p|div|[uod]l|h[2-4]|section|\/(div|section|li|article))[ >])/g
/**
 * After the build: takes away of the rules what a page can't use, the ends of elements that HTML
 * implies, and the requests for drawings.
 */
export const leanPages = (): AstroIntegration => ({
  name: 'lean-pages',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const dist = fileURLToPath(dir)
      const read = (file: string) => readFile(`${dist}/${file}`, 'utf8')

      const files = (await readdir(dist, { recursive: true })).filter((one) =>
        one.endsWith('.html'),
      )
      const pages = await Promise.all(
        files.map(async (file) => {
          const html = (await read(file)).replaceAll(IMPLIED_END, '')
          return withoutUnusedRules(html, await codeOf(dist, [html]))
        }),
      )
      const drawings = new Map<string, string>()
      for (const file of pages.flatMap(drawingsIn)) {
        if (!drawings.has(file)) drawings.set(file, await read(file))
      }
      const lean = pages.map((page) => withDrawings(page, drawings))
      const written = new Map([
        ...lean.flatMap(({ drawing }) => (drawing ? [drawing] : [])),
        ...files.map((file, i) => [file, lean[i]?.html ?? ''] as const),
      ])
      await Promise.all([...written].map(([file, text]) => writeFile(`${dist}/${file}`, text)))
    },
  },
})
