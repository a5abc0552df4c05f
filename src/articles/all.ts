import { getCollection } from 'astro:content'

import { newestFirst } from './load.ts'

/** Every article, newest first. */
export const articles = (await getCollection('articles')).map(({ data }) => data).sort(newestFirst)
