import { z } from 'astro/zod'

/** A day that the calendar has, as a text. Without one, a check that follows has nothing to say. */
export const day = z.iso.date({ error: 'must be a day such as 2026-12-04', abort: true })

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
