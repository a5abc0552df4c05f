import { getEntry } from 'astro:content'

import { publicationAt } from '../publication/publication.ts'
import { builtAt } from './built-at.ts'

const entry = await getEntry('studio', 'studio')
if (!entry) throw new Error('content/studio.yaml has no key “studio”.')

export const studio = entry.data

/** What is public at the moment of the build. Only previews and `npm run dev` have more. */
export const { isPublished, isClosed } = publicationAt(builtAt, studio.timeZone)
