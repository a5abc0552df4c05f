import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { AstroIntegration } from 'astro'

/** Astro writes the islands' one rule before the first island, in the middle of the body. */
const RULE = /<style>astro-island[^<]*<\/style>/

/** After the build: moves that rule into the head, where HTML allows a <style>. */
export const islandStyle = (): AstroIntegration => ({
  name: 'island-style',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const dist = fileURLToPath(dir)
      const files = await readdir(dist, { recursive: true })
      for (const file of files.filter((one) => one.endsWith('.html'))) {
        const html = await readFile(`${dist}/${file}`, 'utf8')
        const [rule] = RULE.exec(html) ?? []
        if (!rule) continue
        await writeFile(
          `${dist}/${file}`,
          html.replace(rule, '').replace('</head>', `${rule}</head>`),
        )
      }
    },
  },
})
