import { z } from 'astro/zod'

import { day } from './dates.ts'
import { words } from './words/parts.ts'
import { description } from './words/search-result.ts'

/** How the forms check that the sender is a person: our own puzzle, or Google’s reCAPTCHA. */
export const botChecks = ['proof of work', 'reCAPTCHA'] as const

/**
 * A legal text. Its sections are the `##` headings below the front matter: numbers, anchors and the
 * table of contents follow from them. Figures and promises come from content/studio.yaml:
 * `{breachNotice}` in the front matter, `<Fact name="breachNotice" />` in the text.
 */
export const legalSchema = z.strictObject({
  title: words.describe('The headline, also used for links to the text.'),
  description: description('For search engines and for links from the other texts'),
  keywords: z.array(words).optional().describe('Search terms that should lead to this text.'),
  effective: day
    .optional()
    .describe('The effective date, if it differs from the date in content/studio.yaml.'),
  short: z
    .array(
      z.strictObject({
        head: words.describe('Two or three words, or the figure: `{breachNotice}`, `No cookies`.'),
        line: words.describe('What the head means, in one or two sentences.'),
        drawn: z
          .boolean()
          .optional()
          .describe('Draw the head to scale: it is a fact in hours or days.'),
        botCheck: z
          .enum(botChecks)
          .optional()
          .describe('Show the line only if the site uses this bot check.'),
      }),
    )
    .min(4)
    .max(8)
    .describe('The summary at the top: what matters most, one line each.'),
})
