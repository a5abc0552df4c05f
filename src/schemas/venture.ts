import { z } from 'astro/zod'

import { categories } from './categories.ts'
import { plate } from './plate.ts'

const words = z.string().trim().min(1, 'must not be empty')

/** A venture. A file in content/ventures. */
export const ventureSchema = z.strictObject({
  /** Its position in every list. The home page shows the first three large, and lists six. */
  order: z.int().positive(),
  /** The name as printed. /contact?company= uses it too. */
  name: words,
  /** The market it works in. */
  sector: words,
  /** Its funding stage. */
  stage: z.enum(['Pre-Seed', 'Seed', 'Series A']),
  /** The filter chip that shows it. */
  category: z.enum(categories),
  /** What it does and for whom, in one sentence. */
  description: words,
  /** Its most important metric, as a phrase. */
  metric: words,
  /** Its focus areas, two to five. */
  tags: z.array(words).min(2).max(5),
  /** Its plate: a square picture in public/plates. */
  image: plate,
  /** What the plate shows, as its caption. */
  caption: words,
  /** The year it was founded, if it is public. */
  founded: z.int().optional(),
  /** Its own site, if it has one. */
  website: z.url({ protocol: /^https$/ }).optional(),
})

/** The venture in the portfolio's spotlight: content/featured-venture.yaml. */
export const featuredVentureSchema = z.strictObject({
  /** Its name, as in its own file among the ventures. */
  name: words,
  /** One line under the name: what it makes, for whom. */
  tagline: words,
  /** Two or three sentences on how it works. */
  description: words,
  /** Four facts. The value is printed large under its label. */
  metrics: z.array(z.strictObject({ label: words, value: words })).length(4),
  /** Three results, a sentence each. */
  results: z.array(words).length(3),
  /** Its plate: a square picture in public/plates. */
  image: plate,
  /** Alternative text for the plate. */
  imageDescription: words,
})

export type Venture = z.infer<typeof ventureSchema>
