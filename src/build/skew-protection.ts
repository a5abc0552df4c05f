import { mkdir, writeFile } from 'node:fs/promises'

import type { AstroIntegration } from 'astro'

/** Netlify's name for this deploy; "0" or nothing where it pins none. */
const token = process.env['NETLIFY_SKEW_PROTECTION_TOKEN']
const isPinned = Boolean(token) && token !== '0'

const PARAMETER = 'deploy'
const query = new URLSearchParams({ [PARAMETER]: token ?? '' })

/** The address of a built file, for the deploy that it belongs to. */
export const pinned = (path: string) => (isPinned ? `${path}?${query}` : path)

/**
 * Netlify keeps the files of earlier deploys: an open page still finds its own. Only files below
 * /_astro/ are pinned, because an old function must not run on the live store.
 * https://docs.netlify.com/build/frameworks/frameworks-api/#netlifyv1skew-protectionjson
 */
export const skewProtection = (): AstroIntegration => {
  let root: URL
  return {
    name: 'skew-protection',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        if (!isPinned) return
        // Vite writes the addresses of styles, pictures and workers.
        const renderBuiltUrl = (file: string, { type }: { type: string }) =>
          type === 'asset' ? pinned(`/${file}`) : undefined
        updateConfig({ vite: { experimental: { renderBuiltUrl } } })
      },
      'astro:config:done': ({ config, setAdapter }) => {
        root = config.root
        if (!isPinned) return
        // Astro adds the query to the files of islands and to the imports between them.
        setAdapter({
          name: 'skew-protection',
          adapterFeatures: { buildOutput: 'static' },
          supportedAstroFeatures: { staticOutput: 'stable', sharpImageService: 'stable' },
          client: { assetQueryParams: query },
        })
      },
      'astro:build:done': async () => {
        if (!isPinned) return
        const folder = new URL('.netlify/v1/', root)
        await mkdir(folder, { recursive: true })
        const rule = { patterns: ['^/_astro/.*'], sources: [{ type: 'query', name: PARAMETER }] }
        await writeFile(new URL('skew-protection.json', folder), JSON.stringify(rule))
      },
    },
  }
}
