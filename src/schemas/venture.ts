import { z } from 'astro/zod'

import { categories } from '../data/categories.ts'
import { plate } from './plate.ts'

/** A venture. A file in content/ventures. */
export const ventureSchema = z.strictObject({
  /** Its position in every list. The home page shows the first three large, and lists six. */
  order: z.int().positive(),
  /** The name as printed. /contact?company= uses it too. */
  name: z.string().trim().min(1),
  /** The market it works in. */
  sector: z.string().trim().min(1),
  /** Its funding stage. */
  stage: z.enum(['Pre-Seed', 'Seed', 'Series A']),
  /** The filter chip that shows it. */
  category: z.enum(categories),
  /** What it does and for whom, in one sentence. */
  description: z.string().trim().min(1),
  /** Its most important metric, as a phrase. */
  metric: z.string().trim().min(1),
  /** Its focus areas, two to five. */
  tags: z.array(z.string().trim().min(1)).min(2).max(5),
  /** Its plate: a square picture in public/plates. */
  image: plate,
  /** What the plate shows, as its caption. */
  caption: z.string().trim().min(1),
  /** The year it was founded, if it is public. */
  founded: z.int().optional(),
  /** Its own site, if it has one. */
  website: z.url({ protocol: /^https$/ }).optional(),
})

export type Venture = z.infer<typeof ventureSchema>
