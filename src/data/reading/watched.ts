import { EventEmitter } from 'node:events'
import { fileURLToPath } from 'node:url'

import type { Loader, LoaderContext } from 'astro/loaders'

type Watcher = NonNullable<LoaderContext['watcher']>

/**
 * In `npm run dev`, reads the collection again after each change below content/. A mistake there stops
 * nothing: what was right before stays, and src/build/content/mistakes.ts shows the sentence.
 */
export const watched = (loader: Loader): Loader => ({
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
