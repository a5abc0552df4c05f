import { getEntry } from 'astro:content'

const entry = await getEntry('studio', 'studio')
if (!entry) throw new Error('content/studio.yaml has no key “studio”.')

export const studio = entry.data
