import { getCollection } from 'astro:content'

import { factsOf } from '../schemas/facts.ts'
import { roles } from './roles.ts'
import { studio } from './studio.ts'
import { ventures } from './ventures.ts'

/** Everything a text may quote in {braces}. */
export const facts = factsOf(studio, {
  roles,
  ventures: ventures.map(({ id, data }) => ({ id, ...data })),
  questions: await getCollection('faqs'),
})
