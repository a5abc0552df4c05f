import { z } from 'astro/zod'

import { categories } from './categories.ts'
import { draft, opens } from './dates.ts'
import { plate } from './plate.ts'
import { words, writtenOut } from './words/parts.ts'

const figure = z.strictObject({
  label: words.describe('What it counts.'),
  value: words.describe('Printed large below its label.'),
})

const founder = z.strictObject({
  name: words.describe('The name as printed.'),
  does: words.describe('What the founder does in the venture, in a few words.'),
})

/** A venture. A file in content/ventures. */
export const ventureSchema = z.strictObject({
  order: z
    .int()
    .positive()
    .describe(
      'Its position in every list. The home page shows the first three large, and lists six.',
    ),
  name: writtenOut.describe('The name as printed. /contact?company= uses it too.'),
  sector: words.describe('The market it works in.'),
  stage: z.enum(['Pre-Seed', 'Seed', 'Series A']).describe('Its funding stage.'),
  category: z.enum(categories).describe('The filter chip that shows it.'),
  description: words.describe('What it does and for whom, in one sentence.'),
  metric: words.describe('Its most important metric, as a phrase.'),
  tags: z.array(words).min(2).max(5).describe('Its focus areas, two to five.'),
  image: plate.describe('Its plate: a square picture in public/plates.'),
  caption: words.describe('What the plate shows, as its caption.'),
  about: z
    .array(words)
    .min(1)
    .optional()
    .describe('What it does, in paragraphs for its own page. The first one is printed large.'),
  status: words.optional().describe('Where it stands, as a short phrase such as “Active build”.'),
  founders: z.array(founder).min(1).optional().describe('Who founded it, if that is public.'),
  figures: z.array(figure).min(1).optional().describe('Figures that are known and public.'),
  founded: z.int().optional().describe('The year it was founded, if it is public.'),
  website: z
    .url({ protocol: /^https$/ })
    .optional()
    .describe('Its own site, if it has one.'),
  confirmed: z
    .boolean()
    .default(false)
    .describe('True once `founded` and `website` are checked. Only then search engines get them.'),
  draft,
  opens,
})

/** The venture in the portfolio's spotlight: content/featured-venture.yaml. */
export const featuredVentureSchema = z.strictObject({
  name: words.describe('Its name, as in its own file among the ventures.'),
  tagline: words.describe('One line under the name: what it makes, for whom.'),
  description: words.describe('Two or three sentences on how it works.'),
  metrics: z
    .array(figure)
    .length(4)
    .describe('Four facts. The value is printed large under its label.'),
  results: z.array(words).length(3).describe('Three results, a sentence each.'),
  image: plate.describe('Its plate: a square picture in public/plates.'),
  imageDescription: words.describe('Alternative text for the plate.'),
})

export type Venture = z.infer<typeof ventureSchema>
