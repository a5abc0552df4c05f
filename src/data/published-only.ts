import { readFile } from 'node:fs/promises'

import type { Loader } from 'astro/loaders'
import { load } from 'js-yaml'

import { builtAt } from './built-at.ts'
import { isTimeZone } from '../promises/calendar.ts'
import { publicationAt } from '../publication/publication.ts'

/** Netlify's names for deploys that only the studio sees. */
const PREVIEWS = ['deploy-preview', 'branch-deploy']

export const isPreview = () => PREVIEWS.includes(process.env['CONTEXT'] ?? '')

/**
 * A collection without entries that are not public at the build's moment; `npm run dev` and previews
 * keep them. They are checked first, and dropped afterwards: Astro keeps entries from build to build
 * and reads only changed files, but it reads each file that has no entry.
 */
export const publishedOnly = (loader: Loader): Loader => ({
  ...loader,
  async load(context) {
    await loader.load(context)
    // Only a development server watches files.
    if (context.watcher || isPreview()) return
    const { isPublished } = publicationAt(builtAt, await studioTimeZone(context.config.root))
    for (const [id, { data }] of context.store.entries()) {
      if (!isPublished(data)) context.store.delete(id)
    }
  },
})

/** A wrong studio.yaml stops the build with its own message. */
export async function studioTimeZone(root: URL): Promise<string> {
  try {
    const text = await readFile(new URL('content/studio.yaml', root), 'utf8')
    const { timeZone } = (load(text) as { studio: { timeZone: string } }).studio
    return isTimeZone(timeZone) ? timeZone : 'UTC'
  } catch {
    return 'UTC'
  }
}
