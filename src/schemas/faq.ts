import { z } from 'astro/zod'

const words = z.string().trim().min(1, 'must not be empty')

/** A question of the questions page. A file in content/faqs. */
export const faqSchema = z.strictObject({
  /** Its position in the list. The first question is open. */
  order: z.int().positive(),
  /** As a founder would ask it. */
  question: words.endsWith('?', 'must end with a question mark'),
  /** Paragraphs. `{figures.ventures}` and other names stand for facts from content/studio.yaml. */
  answer: z.array(words).min(1),
  /** Whether search engines get the answer; it is on the page in any case. */
  searchable: z.boolean().default(true),
  /** A page with more about it. */
  more: z
    .strictObject({
      /** What the page offers. The text makes sense on its own. */
      label: words,
      /** A page of this site. */
      href: z.string().startsWith('/', 'must be a page of this site, such as /portfolio'),
    })
    .optional(),
})
