import { z } from 'astro/zod'

import { draft, opens } from './dates.ts'
import { words } from './words/parts.ts'

/** A question of the questions page. A file in content/faqs. */
export const faqSchema = z.strictObject({
  order: z.int().positive().describe('Its position in the list. The first question is open.'),
  question: words
    .endsWith('?', 'must end with a question mark')
    .describe('As a founder would ask it.'),
  answer: z
    .array(words)
    .min(1)
    .describe(
      'Paragraphs. `{figures.ventures}` and other names stand for facts from content/studio.yaml.',
    ),
  searchable: z
    .boolean()
    .default(true)
    .describe('Whether search engines get the answer; it is on the page in any case.'),
  more: z
    .strictObject({
      label: words.describe('What the page offers. The text makes sense on its own.'),
      href: z
        .string()
        .startsWith('/', 'must be a page of this site, such as /portfolio')
        .describe('A page of this site.'),
    })
    .optional()
    .describe('A page with more about it.'),
  draft,
  opens,
})
