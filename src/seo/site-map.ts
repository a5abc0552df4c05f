import { readFile } from 'node:fs/promises'

import sitemap from '@astrojs/sitemap'
import type { AstroIntegration } from 'astro'

/** The sitemap: every page that search engines may list, and when an article was changed. */
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
    serialize: async (item) => {
      if (!dist) return item
      const html = await builtPage(item.url, dist)
      if (html.includes('<meta name="robots" content="noindex"')) return undefined
      const lastmod = lastModified(html)
      return lastmod ? { ...item, lastmod } : item
    },
  })
  return [findDist, pages]
}

async function builtPage(url: string, dist: URL): Promise<string> {
  const { pathname } = new URL(url)
  const file = pathname === '/' ? 'index.html' : `${pathname.slice(1)}.html`
  return readFile(new URL(file, dist), 'utf8')
}

/** The day that the built page names (src/components/Head.astro). */
const lastModified = (html: string) =>
  /<meta property="article:modified_time" content="([^"]+)"/.exec(html)?.[1]
