import { z } from 'astro/zod'

import { categories } from '../data/categories.ts'
import { plate } from './plate.ts'

/** A venture. A file in content/ventures. */
export const ventureSchema = z.strictObject({
  /** Its place in every list: the first three are the home page's teaser, the first six its list. */
  order: z.int().positive(),
  /** As printed; /contact?company= carries it too. */
  name: z.string().trim().min(1),
  /** The market it works in. */
  sector: z.string().trim().min(1),
  /** How far it has raised. */
  stage: z.enum(['Pre-Seed', 'Seed', 'Series A']),
  /** The chip it answers to. */
  category: z.enum(categories),
  /** One sentence: what it does, for whom. */
  description: z.string().trim().min(1),
  /** Its signature metric, as a phrase. */
  metric: z.string().trim().min(1),
  /** Its focus areas, two to five. */
  tags: z.array(z.string().trim().min(1)).min(2).max(5),
  /** Its plate: a square picture in public/plates. */
  image: plate,
  /** What the plate shows, as its caption. */
  caption: z.string().trim().min(1),
  /** The year it was founded, when it may be told. */
  founded: z.int().optional(),
  /** Its own site, when it has one. */
  website: z.url({ protocol: /^https$/ }).optional(),
})

/** What a venture's file says, checked. */
export type Venture = z.infer<typeof ventureSchema>
