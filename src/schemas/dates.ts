import { z } from 'astro/zod'

const DAY = 'must be a day such as 2026-12-04'

const DAY_MS = 24 * 60 * 60 * 1_000
const isWhole = (date: Date) => date.getTime() % DAY_MS === 0

/** `2026-12-04`: YAML reads it as a date, and JSON or quotes as a text. */
const day = z
  .union([z.date().refine(isWhole, { error: DAY }), z.iso.date({ error: DAY })], { error: DAY })
  .transform((one) => (one instanceof Date ? one.toISOString().slice(0, 10) : one))

/** Keys that say when an entry is public (src/publication). */
export const draft = z
  .boolean()
  .optional()
  .describe('True keeps it off the public site. Previews and `npm run dev` show it.')

export const opens = day
  .optional()
  .describe('The day from which it is public. Without it, it is public at once.')

export const closes = day
  .optional()
  .describe('The last day on which it is open. Not before the day when it opens.')
