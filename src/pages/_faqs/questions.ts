import { getCollection } from 'astro:content'

import { inOrder } from '../../text/in-order.ts'

/** The questions in order. */
export const questions = inOrder(await getCollection('faqs')).map(({ id, data }) => ({
  id,
  ...data,
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
