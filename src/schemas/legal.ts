import { z } from 'astro/zod'

const words = z.string().trim().min(1, 'must not be empty')

/** What checks that a person sends a form: our own puzzle, or Google’s reCAPTCHA. */
export const botChecks = ['proof of work', 'reCAPTCHA'] as const

/**
 * A legal text. Its sections are the `##` headings below the head of the file: number, anchor and
 * list of contents follow from them. What a number or promise is comes from content/studio.yaml:
 * `{breachNotice}` in the head of the file, `<Fact name="breachNotice" />` in the text.
 */
export const legalSchema = z.strictObject({
  /** The headline, and the name of the text wherever it is linked. */
  title: words,
  /** One or two sentences for search engines and for the other texts, which link here. */
  description: words.max(160, 'must not be longer than 160 characters'),
  /** The day it took effect, where that is not the day in content/studio.yaml. */
  effective: z.date({ error: 'must be a date such as 2025-10-19' }).optional(),
  /** The short version, which stands first: what matters most, one line each. */
  short: z
    .array(
      z.strictObject({
        /** Two or three words, or the figure: `{breachNotice}`, `No cookies`. */
        head: words,
        /** What that is about, in one or two sentences. */
        line: words,
        /** The bot check for which alone the line holds; the build knows which one the site uses. */
        botCheck: z.enum(botChecks).optional(),
      }),
    )
    .min(4)
    .max(8),
})
