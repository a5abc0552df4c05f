import { getCollection, getEntry } from 'astro:content'

import { publicationAt } from '../publication/publication.ts'
import { builtAt } from './built-at.ts'

const entry = await getEntry('studio', 'studio')
if (!entry) throw new Error('content/studio.yaml has no key “studio”.')
const { timeZone, figures } = entry.data

/** What is public at the moment of the build. Only previews and `npm run dev` have more. */
export const { isPublished, isClosed } = publicationAt(builtAt, timeZone)

const ventures = (await getCollection('ventures')).filter(({ data }) => isPublished(data))
const undated = ventures.filter(({ data }) => !data.opens).length
if (undated !== figures.ventures) {
  throw new Error(
    `content/studio.yaml: “figures.ventures” is ${figures.ventures}; it must be ${undated}, as many as there are files in content/ventures without “draft” and “opens”.`,
  )
}

/** A venture with an opening day counts from that day on, because nobody edits the figure then. */
export const studio = { ...entry.data, figures: { ...figures, ventures: ventures.length } }
