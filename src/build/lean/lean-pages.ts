import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { AstroIntegration } from 'astro'

import { withoutUnusedRules } from './lean-styles.ts'
import { drawingsIn, withDrawings } from './drawings.ts'
import { shortened, shortNames } from './short-names.ts'

/** Astro writes the islands' one rule before the first island, in the middle of the body. */
const ISLAND_RULE = /<style>astro-island[^<]*<\/style>/
/** An item ends where the next one begins, or the list; a paragraph where a block does, or its own. */
const IMPLIED_END =
  /<\/li>(?=<(li|\/[uo]l)\b)|<\/dt>(?=<dd)|<\/dd>(?=<(dt|\/d))|<\/p>(?=<(p|div|[uod]l|h[2-4]|section|\/(div|section|li|article))[ >])/g
/** React draws with the classes that its own props name: no rule of ours is in there. */
const ISLAND_FILES = /\/_astro\/(?!react\.)[\w.-]+\.js/g
const SCRIPTS = /<script[^>]*>([^]*?)<\/script>/g
/** The stylesheets that pages link to take their names from the pages too. */
const STYLESHEETS = /(?<=<link rel="stylesheet" href=")[^"]+/g

const allOf = (pattern: RegExp, pages: string[]) => [
  ...new Set(pages.flatMap((page) => page.match(pattern) ?? [])),
]

/**
 * After the build: takes the islands' rule away, as HTML allows no <style> there and elements.css
 * has it; of the other rules what a page can't use; the ends of elements that HTML implies; the
 * length of the names of custom properties, in pages and in the drawings and stylesheets that inherit them; and the
 * requests for drawings.
 */
export const leanPages = (): AstroIntegration => ({
  name: 'lean-pages',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const dist = fileURLToPath(dir)
      const read = (file: string) => readFile(`${dist}/${file}`, 'utf8')
      const codeOf = async (pages: string[]) =>
        (await Promise.all(allOf(ISLAND_FILES, pages).map(read))).join('\n')

      const files = (await readdir(dist, { recursive: true })).filter((one) =>
        one.endsWith('.html'),
      )
      const pages = await Promise.all(
        files.map(async (file) => {
          const html = (await read(file)).replace(ISLAND_RULE, '').replaceAll(IMPLIED_END, '')
          return withoutUnusedRules(html, await codeOf([html]))
        }),
      )
      const inline = allOf(SCRIPTS, pages).join('\n')
      const names = shortNames(pages, inline + (await codeOf(pages)))

      const drawings = new Map<string, string>()
      for (const file of pages.flatMap(drawingsIn)) {
        if (!drawings.has(file)) drawings.set(file, shortened(await read(file), names))
      }
      const sheets = allOf(STYLESHEETS, pages).map(
        async (file) => [file, shortened(await read(file), names)] as const,
      )
      const lean = pages.map((page) => withDrawings(shortened(page, names), drawings))
      const written = new Map([
        ...drawings,
        ...(await Promise.all(sheets)),
        ...lean.flatMap(({ drawing }) => (drawing ? [drawing] : [])),
        ...files.map((file, i) => [file, lean[i]?.html ?? ''] as const),
      ])
      await Promise.all([...written].map(([file, text]) => writeFile(`${dist}/${file}`, text)))
    },
  },
})
