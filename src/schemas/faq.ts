import { z } from 'astro/zod'

const words = z.string().trim().min(1, 'must not be empty')

/** A question of the questions page. A file in content/faqs. */
export const faqSchema = z.strictObject({
  /** Its place in the list; the first question stands open. */
  order: z.int().positive(),
  /** As a founder would ask it. */
  question: words.endsWith('?', 'must end with a question mark'),
  /** Paragraphs. `{figures.ventures}` and the like stand for what content/studio.yaml says. */
  answer: z.array(words).min(1),
  /** One page that says more, if there is one. */
  more: z
    .strictObject({
      /** What is there; it reads on its own. */
      label: words,
      /** A page of this site. */
      href: z.string().startsWith('/', 'must be a page of this site, such as /portfolio'),
    })
    .optional(),
})
