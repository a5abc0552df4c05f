import { z } from 'astro/zod'

const words = z.string().trim().min(1, 'must not be empty')

/** An open role. A file in content/roles. */
export const roleSchema = z.strictObject({
  /** Its position in the list. The first role is open when the page loads. */
  order: z.int().positive(),
  /** The role's id in applications: small letters and hyphens. Never change it. */
  slug: z.string().regex(/^[a-z]+(-[a-z]+)*$/, 'must be small letters with hyphens between'),
  /** The title as printed and as stored in applications. */
  title: words,
  /** The city, and on which days people work on site. */
  location: words,
  /** Full-time, residency, or both. */
  type: words,
  /** What the person owns, in one sentence. */
  summary: words,
  /** What the work is about, two to five points. */
  focusAreas: z.array(words).min(2).max(5),
  /** Required experience, two to five points. */
  mustHave: z.array(words).min(2).max(5),
})
