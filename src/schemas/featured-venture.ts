import { z } from 'astro/zod'

import { plate } from './plate.ts'

const words = z.string().trim().min(1, 'must not be empty')

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
