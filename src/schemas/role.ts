import { z } from 'astro/zod'

import { closes, draft, opens } from './dates.ts'
import { words, writtenOut } from './words/parts.ts'

/** An open role. A file in content/roles. */
export const roleSchema = z
  .strictObject({
    order: z
      .int()
      .positive()
      .describe('Its position in the list. The first role is open when the page loads.'),
    slug: z
      .string()
      .regex(/^[a-z]+(-[a-z]+)*$/, 'must be small letters with hyphens between')
      .describe("The role's id in applications: small letters and hyphens. Never change it."),
    title: writtenOut.describe('The title as printed and as stored in applications.'),
    location: words.describe('The city, and on which days people work on site.'),
    type: words.describe('Full-time, residency, or both.'),
    summary: words.describe('What the person owns, in one sentence. Search results show it too.'),
    focusAreas: z
      .array(words)
      .min(2)
      .max(5)
      .describe('What the work is about, two to five points.'),
    mustHave: z.array(words).min(2).max(5).describe('Required experience, two to five points.'),
    draft,
    opens,
    closes,
    confirmed: z
      .boolean()
      .default(false)
      .describe(
        'True once the studio has checked every fact of this role, `opens` as the day it was posted, and the postal address in studio.yaml as the place of work. Only then search engines get it as a job.',
      ),
  })
  .refine(({ opens, closes }) => !opens || !closes || opens <= closes, {
    path: ['closes'],
    error: 'must not be before “opens”',
  })

export type Role = z.output<typeof roleSchema>
