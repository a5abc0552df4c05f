import { existsSync } from 'node:fs'

import { z } from 'astro/zod'

const words = z.string().trim().min(1, 'must not be empty')

/** A picture that `npm run screens` draws, by app and name. */
const picture = words.refine((name) => existsSync(`public/screens/${name}-720.avif`), {
  error: ({ input }) =>
    `must be a screen that is drawn, and there is no public/screens/${String(input)}-720.avif; npm run screens draws it from art/screens`,
})

const problem = z.strictObject({
  /** Two lines of a notebook page. Text between ~tildes~ is struck out. */
  scrap: z.array(words).length(2, 'must be two lines'),
  /** The problem, in a few words. */
  heading: words,
  /** What the problem costs, in one sentence. */
  text: words,
})

const benefit = z.strictObject({
  /** What gets better, as a sentence. */
  heading: words,
  /** How it gets better, in two sentences at most. */
  text: words,
  /** The part of a screen that shows the benefit. */
  detail: picture,
  /** Alternative text for that part. */
  alt: words,
})

const step = z.strictObject({
  /** When or what: the line under 01, 02, 03. */
  heading: words,
  /** What the user does then, in a few short sentences. */
  text: words,
})

const room = z.strictObject({
  /** The module's name. */
  name: words,
  /** What the module contains, in one short sentence. */
  text: words,
})

const statement = z.strictObject({
  /** How the app behaves, in one short sentence. */
  claim: words,
  /** What that means, in one or two sentences. */
  text: words,
})

const planned = z.strictObject({
  heading: words,
  /** What users will do with it, in one sentence. */
  text: words,
})

const shot = z.strictObject({
  screen: picture,
  /** Its caption. */
  title: words,
  /** Alternative text for the screen. */
  alt: words,
  /** A single screen is explained part by part, from top to bottom. */
  parts: z.array(room).optional(),
})

/** The content of an app's page, part by part. A file in content/apps. */
export const appSchema = z.strictObject({
  /** Its position among the apps, in the studio's lists. */
  order: z.int().positive(),
  /** The name as printed, also used by the waitlist. */
  name: words,
  /** The slug of its waitlist, which may differ from the page's slug. */
  waitlist: z.enum(['founders-journal', 'fundraise-coach', 'calmist']),
  /** The app's category for search engines, from schema.org. */
  category: z.enum(['BusinessApplication', 'FinanceApplication', 'LifestyleApplication']),
  /** The page's title, without the studio's name. */
  title: words,
  /** The page's description for search results and shared links. */
  description: words.max(160, 'must have 160 characters at most'),
  /** Search terms that should lead to this page. */
  keywords: z.array(words).min(3),
  headline: words,
  /** What the app is, and for whom. Shown below the headline. */
  blurb: words,
  /** One screen or three beside the headline. The middle one is in front. */
  hero: z.strictObject({
    screens: z.array(picture).refine(({ length }) => length === 1 || length === 3, {
      error: 'must be one screen or three',
    }),
    /** Alternative text for all of them. */
    alt: words,
  }),
  problems: z.array(problem).length(3, 'must be three'),
  benefits: z.array(benefit).length(3, 'must be three'),
  steps: z.array(step).length(3, 'must be three'),
  /** The workspace map: a floor plan from src/pages/_app/drawings. */
  map: z.strictObject({
    headline: words,
    /** What the dashed line on the plan means. */
    caption: words,
    /** In the order of the drawings r1 to r6. */
    rooms: z.array(room).length(6, 'must be six'),
  }),
  /** The dark section. */
  qualities: z.strictObject({
    statements: z.array(statement).length(4, 'must be four'),
    /** The screen beside the qualities, or by default the drawing “aside”. */
    screen: picture.optional(),
    alt: words.optional(),
  }),
  roadmap: z.strictObject({
    headline: words,
    planned: z.array(planned).length(3, 'must be three'),
  }),
  gallery: z.array(shot).min(1),
  /** The call to action above the second waitlist form. */
  closing: words,
})
