import { getEntry } from 'astro:content'

const entry = await getEntry('studio', 'studio')
if (!entry) throw new Error('content/studio.yaml has no key “studio”.')

/** What content/studio.yaml says, for every page. */
export const studio = entry.data
