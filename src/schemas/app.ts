import { existsSync } from 'node:fs'

import { z } from 'astro/zod'

const words = z.string().trim().min(1, 'must not be empty')

/** A picture that `npm run screens` draws, by app and name. */
const picture = words.refine((name) => existsSync(`public/screens/${name}-720.avif`), {
  error: ({ input }) =>
    `must be a screen that is drawn, and there is no public/screens/${String(input)}-720.avif; npm run screens draws it from art/screens`,
})

const problem = z.strictObject({
  /** Two lines from somebody's notebook; what stands ~between tildes~ is struck out. */
  scrap: z.array(words).length(2, 'must be two lines'),
  /** What goes wrong, in a handful of words. */
  heading: words,
  /** What it costs; one sentence. */
  text: words,
})

const benefit = z.strictObject({
  /** What gets better, as a sentence. */
  heading: words,
  /** How; two sentences at most. */
  text: words,
  /** The part of a screen that shows it. */
  detail: picture,
  /** What that part shows, for those who don't see it. */
  alt: words,
})

const step = z.strictObject({
  /** When or what: the line under 01, 02, 03. */
  heading: words,
  /** What one does then; a few short sentences. */
  text: words,
})

const room = z.strictObject({
  /** The module's name. */
  name: words,
  /** What it holds; one short sentence. */
  text: words,
})

const statement = z.strictObject({
  /** A short sentence about how the app behaves. */
  claim: words,
  /** What that means; one or two sentences. */
  text: words,
})

const planned = z.strictObject({
  /** What is planned. */
  heading: words,
  /** What one will do with it; one sentence. */
  text: words,
})

const shot = z.strictObject({
  /** The screen. */
  screen: picture,
  /** Its caption. */
  title: words,
  /** What it shows, for those who don't see it. */
  alt: words,
  /** A screen that hangs alone is explained part by part, from top to bottom. */
  parts: z.array(room).optional(),
})

/** An app: what its page says of it, part by part. A file in content/apps. */
export const appSchema = z.strictObject({
  /** Its place among the apps, in the studio's lists. */
  order: z.int().positive(),
  /** As printed, and as the waitlist knows it. */
  name: words,
  /** The slug of its waitlist, which is not always that of its page. */
  waitlist: z.enum(['founders-journal', 'fundraise-coach', 'calmist']),
  /** What kind of app it is to search engines, in the words of schema.org. */
  category: z.enum(['BusinessApplication', 'FinanceApplication', 'LifestyleApplication']),
  /** The page's title, without the studio's name. */
  title: words,
  /** The page's description for search results and shared links. */
  description: words.max(160, 'must have 160 characters at most'),
  /** What people search for when this is the answer. */
  keywords: z.array(words).min(3),
  /** The headline. */
  headline: words,
  /** What it is, for whom; below the headline. */
  blurb: words,
  /** One screen or three beside the headline; the middle one stands in front. */
  hero: z.strictObject({
    screens: z.array(picture).refine(({ length }) => length === 1 || length === 3, {
      error: 'must be one screen or three',
    }),
    /** What they show together. */
    alt: words,
  }),
  problems: z.array(problem).length(3, 'must be three'),
  benefits: z.array(benefit).length(3, 'must be three'),
  steps: z.array(step).length(3, 'must be three'),
  /** The workspace map, drawn as a floor plan in src/pages/_app/drawings. */
  map: z.strictObject({
    headline: words,
    /** What the dashed line on the plan is. */
    caption: words,
    /** In the order of the drawings r1 to r6. */
    rooms: z.array(room).length(6, 'must be six'),
  }),
  /** The dark section. */
  qualities: z.strictObject({
    statements: z.array(statement).length(4, 'must be four'),
    /** The screen beside them, and what it shows. Without one, the app's drawing “aside” is there. */
    screen: picture.optional(),
    alt: words.optional(),
  }),
  roadmap: z.strictObject({
    headline: words,
    planned: z.array(planned).length(3, 'must be three'),
  }),
  gallery: z.array(shot).min(1),
  /** The call at the end, above the second waitlist form. */
  closing: words,
})
