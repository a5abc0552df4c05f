import { getCollection } from 'astro:content'

import { fillIn } from '../../text/fill-in.ts'
import { inOrder } from '../../text/in-order.ts'
import { isPublished, studio } from '../../data/studio.ts'

const files = inOrder('content/faqs', await getCollection('faqs'), isPublished)

/** The questions in order, with the studio's facts filled in. */
export const questions = files.map(({ id, data: { answer, ...data } }) => ({
  id,
  ...data,
  answer: answer.map((paragraph) => {
    try {
      return fillIn(paragraph, studio)
    } catch (cause) {
      throw new Error(`content/faqs/${id}.yaml, answer: ${String(cause)}`, { cause })
    }
  }),
}))

export const structuredData = {
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: questions
    .filter(({ searchable }) => searchable)
    .map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.join(' ') },
    })),
}
