import { existsSync } from 'node:fs'

import { z } from 'astro/zod'

import { words, writtenOut } from './words/parts.ts'
import { description } from './words/search-result.ts'

/** A picture that `npm run screens` draws, by app and name. */
const picture = words.refine((name) => existsSync(`public/screens/${name}-720.avif`), {
  error: ({ input }) =>
    `must be a screen that is drawn, and there is no public/screens/${String(input)}-720.avif; npm run screens draws it from art/screens`,
})

const problem = z.strictObject({
  scrap: z
    .array(words)
    .length(2, 'must be two lines')
    .describe('Two lines of a notebook page. Text between ~tildes~ is struck out.'),
  heading: words.describe('The problem, in a few words.'),
  text: words.describe('What the problem costs, in one sentence.'),
})

const benefit = z.strictObject({
  heading: words.describe('What gets better, as a sentence.'),
  text: words.describe('How it gets better, in two sentences at most.'),
  detail: picture.describe('The part of a screen that shows the benefit.'),
  alt: words.describe('Alternative text for that part.'),
})

const step = z.strictObject({
  heading: words.describe('When or what: the line under 01, 02, 03.'),
  text: words.describe('What the user does then, in a few short sentences.'),
})

const room = z.strictObject({
  name: words.describe("The module's name."),
  text: words.describe('What the module contains, in one short sentence.'),
})

const statement = z.strictObject({
  claim: words.describe('How the app behaves, in one short sentence.'),
  text: words.describe('What that means, in one or two sentences.'),
})

const planned = z.strictObject({
  heading: words.describe('What is planned.'),
  text: words.describe('What users will do with it, in one sentence.'),
})

const shot = z.strictObject({
  screen: picture.describe('The screen.'),
  title: words.describe('Its caption.'),
  alt: words.describe('Alternative text for the screen.'),
  parts: z
    .array(room)
    .optional()
    .describe('A single screen is explained part by part, from top to bottom.'),
})

/** The content of an app's page, part by part. A file in content/apps. */
export const appSchema = z.strictObject({
  order: z.int().positive().describe("Its position among the apps, in the studio's lists."),
  name: writtenOut.describe('The name as printed, also used by the waitlist.'),
  waitlist: z
    .enum(['founders-journal', 'fundraise-coach', 'calmist'])
    .describe("The slug of its waitlist, which may differ from the page's slug."),
  category: z
    .enum(['BusinessApplication', 'FinanceApplication', 'LifestyleApplication'])
    .describe("The app's category for search engines, from schema.org."),
  title: words.describe("The page's title, without the studio's name."),
  description: description("The page's description for search results and shared links"),
  keywords: z.array(words).min(3).describe('Search terms that should lead to this page.'),
  headline: words.describe('The headline.'),
  blurb: words.describe('What the app is, and for whom. Shown below the headline.'),
  hero: z
    .strictObject({
      screens: z
        .array(picture)
        .refine(({ length }) => length === 1 || length === 3, {
          error: 'must be one screen or three',
        })
        .describe('One screen, or three with the middle one in front.'),
      alt: words.describe('Alternative text for all of them.'),
    })
    .describe('One screen or three beside the headline. The middle one is in front.'),
  problems: z.array(problem).length(3, 'must be three'),
  benefits: z.array(benefit).length(3, 'must be three'),
  steps: z.array(step).length(3, 'must be three'),
  map: z
    .strictObject({
      headline: words.describe('The heading.'),
      caption: words.describe('What the dashed line on the plan means.'),
      rooms: z
        .array(room)
        .length(6, 'must be six')
        .describe('In the order of the drawings r1 to r6: first those on the path.'),
    })
    .describe('The workspace map: a floor plan from public/apps.'),
  qualities: z
    .strictObject({
      statements: z.array(statement).length(4, 'must be four'),
      screen: picture
        .optional()
        .describe('The screen beside the qualities, or by default the drawing “aside”.'),
      alt: words.optional().describe('Alternative text for that screen.'),
      caption: words.optional().describe('In the drawing “aside”, at its foot.'),
    })
    .describe('The dark section.'),
  roadmap: z.strictObject({
    headline: words.describe('The heading.'),
    planned: z.array(planned).length(3, 'must be three'),
  }),
  gallery: z.array(shot).min(1),
  dark: z
    .array(picture)
    .optional()
    .describe('Screens that are dark anyway: they are not dimmed at night.'),
  closing: words.describe('The call to action above the second waitlist form.'),
})
