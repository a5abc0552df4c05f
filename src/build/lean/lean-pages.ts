import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { AstroIntegration } from 'astro'

import { withoutUnusedRules } from './lean-styles.ts'
import { drawingsIn, withDrawings } from './drawings.ts'
import { codeOf } from './code-of.ts'
import { named } from './named.ts'
import { shortened, shortNames } from './short-names.ts'

/** An item ends where the next one begins, or the list; a paragraph where a block does, or its own. */
const IMPLIED_END =
  /<\/li>(?=<(li|\/[uo]l)\b)|<\/dt>(?=<dd)|<\/dd>(?=<(dt|\/d))|<\/p>(?=<(p|div|[uod]l|h[2-4]|section|\/(div|section|li|article))[ >])/g
const SCRIPTS = /<script[^>]*>([^]*?)<\/script>/g
/** They are kept for a year, so what is in one says its name. */
const STYLESHEETS = /\/_astro\/[\w.-]+\.css/g

const allOf = (pattern: RegExp, pages: string[]) => [
  ...new Set(pages.flatMap((page) => page.match(pattern) ?? [])),
]

/**
 * After the build: takes away of the rules what a page can't use; the ends of elements that HTML
 * implies; the length of the names of custom properties, in pages and in the drawings and stylesheets
 * that know them; and the requests for drawings.
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
      const inline = allOf(SCRIPTS, pages).join('\n')
      const names = shortNames(pages, inline + (await codeOf(dist, pages)))

      const drawings = new Map<string, string>()
      for (const file of pages.flatMap(drawingsIn)) {
        if (!drawings.has(file)) drawings.set(file, shortened(await read(file), names))
      }
      const sheets = new Map<string, readonly [string, string]>()
      for (const file of allOf(STYLESHEETS, pages)) {
        const text = shortened(await read(file), names)
        sheets.set(file, [named(text, 'css'), text])
      }
      const inNewNames = (page: string) =>
        shortened(page, names).replaceAll(STYLESHEETS, (file) => sheets.get(file)?.[0] ?? file)
      const lean = pages.map((page) => withDrawings(inNewNames(page), drawings))
      const written = new Map([
        ...drawings,
        ...sheets.values(),
        ...lean.flatMap(({ drawing }) => (drawing ? [drawing] : [])),
        ...files.map((file, i) => [file, lean[i]?.html ?? ''] as const),
      ])
      await Promise.all([...sheets.keys()].map((file) => rm(`${dist}/${file}`)))
      await Promise.all([...written].map(([file, text]) => writeFile(`${dist}/${file}`, text)))
    },
  },
})
