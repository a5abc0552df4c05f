import { z } from 'astro/zod'

const words = z.string().trim().min(1, 'must not be empty')

/** An open role. A file in content/roles. */
export const roleSchema = z.strictObject({
  /** Its place in the list; the first role's brief is open when the page opens. */
  order: z.int().positive(),
  /** What an application calls the role: small letters and hyphens, and never changed again. */
  slug: z.string().regex(/^[a-z]+(-[a-z]+)*$/, 'must be small letters with hyphens between'),
  /** As printed, and as an application names it. */
  title: words,
  /** The city, and where in the week the work is done. */
  location: words,
  /** The day it was advertised; search engines show it with the job. */
  posted: z.iso.date({ error: 'must be a day such as 2025-10-19' }),
  /** Full-time, residency, or both. */
  type: words,
  /** One sentence: what the person owns. */
  summary: words,
  /** What the work is about, two to five points. */
  focusAreas: z.array(words).min(2).max(5),
  /** What someone must have done before, two to five points. */
  mustHave: z.array(words).min(2).max(5),
})
