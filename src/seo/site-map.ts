import { readFile } from 'node:fs/promises'

import sitemap from '@astrojs/sitemap'
import type { AstroIntegration } from 'astro'

const isLeftOut = (path: string) => /^\/(admin|article-not-found)/.test(path)

/** The sitemap: every page for search engines, and when an article was changed. */
export function siteMap(): AstroIntegration[] {
  let dist: URL | undefined
  const findDist: AstroIntegration = {
    name: 'site-map',
    hooks: {
      'astro:config:done': ({ config }) => {
        dist = config.outDir
      },
    },
  }
  const pages = sitemap({
    filter: (page) => !isLeftOut(new URL(page).pathname),
    serialize: async (item) => {
      const lastmod = dist && (await lastModified(item.url, dist))
      return lastmod ? { ...item, lastmod } : item
    },
  })
  return [findDist, pages]
}

/** The day that the built page names (src/components/Head.astro). */
async function lastModified(url: string, dist: URL): Promise<string | undefined> {
  const { pathname } = new URL(url)
  const file = pathname === '/' ? 'index.html' : `${pathname.slice(1)}.html`
  const html = await readFile(new URL(file, dist), 'utf8')
  return /<meta property="article:modified_time" content="([^"]+)"/.exec(html)?.[1]
}
