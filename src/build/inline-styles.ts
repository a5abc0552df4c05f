import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { AstroIntegration } from 'astro'

/** Astro writes the islands' one rule before the first island, in the middle of the body. */
const ISLAND_RULE = /<style>astro-island[^<]*<\/style>/
/** What Astro writes for its own script for islands, and ours does not read. */
const UNREAD = / uid="\w*"(?= prefix)| opts="[^"]*" await-children/g
/** No quote in it has to be escaped between single ones; those in texts are. */
const PROPS = /props="([^"']*)"/g
const STYLES = /<style>[^]*?<\/style>/g

/**
 * After the build: takes the islands' rule away, as HTML allows no <style> there and elements.css
 * has it; the spaces that the minifier leaves in any value with a var(); and of an island's
 * attributes what nobody reads.
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
          .replaceAll(STYLES, (style) => style.replaceAll(', ', ',').replaceAll(' * ', '*'))
          .replaceAll(UNREAD, '')
          .replaceAll(PROPS, (_, props: string) => `props='${props.replaceAll('&quot;', '"')}'`)
        await writeFile(`${dist}/${file}`, tight)
      }
    },
  },
})
