import { EventEmitter } from 'node:events'
import { fileURLToPath } from 'node:url'

import { glob, type Loader, type LoaderContext } from 'astro/loaders'

import { articleLoader } from '../../articles/load.ts'
import { builtAt, isPreview } from '../built-at.ts'
import { type Site, siteIn } from './site.ts'

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

type Watcher = NonNullable<LoaderContext['watcher']>

/**
 * In `npm run dev`, reads the collection again after each change below content/. A mistake there stops
 * nothing: what was right before stays, and src/build/content/mistakes.ts shows the sentence.
 */
const watched = (loader: Loader): Loader => ({
  ...loader,
  async load(context) {
    const { watcher, collection } = context
    if (!watcher) return loader.load(context)
    const read = async () => {
      const mistake = await loader.load({ ...context, watcher: silent() }).then(() => '', messageOf)
      watcher.emit(MISTAKE, collection, mistake)
      if (mistake) context.logger.error(mistake)
    }
    await read()
    const content = fileURLToPath(new URL('content/', context.config.root))
    watcher.add(content)
    watcher.on('all', (_, path) => {
      if (path.startsWith(content)) void read()
    })
  },
})

/** The watcher's event for a collection: what is wrong, or nothing. */
export const MISTAKE = 'content-mistake'

/** Astro's loaders would watch by themselves, and only log what is wrong. */
const silent = () =>
  Object.assign(new EventEmitter(), { add: () => undefined }) as unknown as Watcher

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
