import { fileURLToPath } from 'node:url'

import { glob, type Loader, type LoaderContext } from 'astro/loaders'

import { articleLoader } from '../../articles/load.ts'
import { builtAt, isPreview } from '../built-at.ts'
import { type Site, siteIn } from './site.ts'
import { watched } from './watched.ts'

type Entries = { id: string; data: object }[]

/** Only a development server watches files. */
const siteOf = ({ config, watcher }: LoaderContext) =>
  siteIn(fileURLToPath(config.root), {
    at: builtAt,
    showsUnpublished: watcher !== undefined || isPreview(),
  })

/**
 * Loads a collection of the site. Astro keeps entries from build to build, but a fact may have changed
 * in another file, or a day may have come: each build reads all of them again.
 */
export const ofSite = (read: (site: Site) => Entries): Loader =>
  watched({
    name: 'site',
    load: async (context) => {
      const entries = read(siteOf(context))
      context.store.clear()
      for (const { id, data } of entries) context.store.set({ id, data: { ...data } })
      return Promise.resolve()
    },
  })

/** The articles. The exception: a wrong one is skipped, and the build says which and why. */
export const articles = (): Loader =>
  watched(articleLoader({ articles: 'content/articles', public: 'public' }, siteOf))

/** The legal texts: Astro renders their bodies. */
export function legalTexts(): Loader {
  const files = glob({ pattern: '*.mdx', base: 'content/legal' })
  return watched({
    ...files,
    load: (context) => {
      const texts = new Map<string, object>(
        siteOf(context)
          .legal()
          .map(({ id, data }) => [id, data]),
      )
      context.store.clear()
      // Each file is one of those that were just read.
      const parseData: LoaderContext['parseData'] = ({ id }) =>
        Promise.resolve(texts.get(id) as never)
      return files.load({ ...context, parseData })
    },
  })
}
