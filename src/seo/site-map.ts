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
      // The page of an app without a file in content/apps is not built.
      if (!html || html.includes('<meta name="robots" content="noindex"')) return undefined
      const lastmod = lastModified(html)
      return lastmod ? { ...item, lastmod } : item
    },
  })
  return [findDist, pages]
}

async function builtPage(url: string, dist: URL): Promise<string | undefined> {
  const { pathname } = new URL(url)
  const file = pathname === '/' ? 'index.html' : `${pathname.slice(1)}.html`
  return readFile(new URL(file, dist), 'utf8').catch(() => undefined)
}

/** The day that the built page names (src/components/Head.astro). */
const lastModified = (html: string) =>
  /<meta property="article:modified_time" content="([^"]+)"/.exec(html)?.[1]
