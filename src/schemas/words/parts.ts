import { z } from 'astro/zod'

/*
 * The parts of which the schemas of words consist. Each takes a sentence that tells an editor what
 * the text is and where it stands; JSON Schemas show it in the editor's program.
 */

const filled = z.string().trim().min(1, 'must not be empty')

/** A text without markup: a heading, a label, a button. */
export const line = (about: string) => filled.describe(about)

/** A text with the markup of src/text/inline.ts. */
export const text = (about: string) =>
  line(`${about} It may have **bold** words, [links](/portfolio) and [words kept on one line].`)

/** As many texts as the drawing beside them has places. */
export const lines = (about: string, count?: number) =>
  (count === undefined
    ? z.array(filled).min(1)
    : z.array(filled).length(count, `must be ${count}`)
  ).describe(about)

/** A group of keys. */
export const group = z.strictObject

/** A section: its name on the scale of the page, its heading, and what it holds. */
export const section = <T extends z.ZodRawShape>(shape: T) =>
  z.strictObject({
    mark: line('The section’s name on the scale.'),
    heading: text('The heading.'),
    ...shape,
  })

/** As many groups as the drawing beside them has places. */
export const groups = <T extends z.ZodRawShape>(shape: T, count?: number) =>
  count === undefined
    ? z.array(z.strictObject(shape)).min(1)
    : z.array(z.strictObject(shape)).length(count, `must be ${count}`)

/** A link or button to a page of this site. */
export const link = (about: string) =>
  z
    .strictObject({
      label: line('What the link says.'),
      href: z
        .string()
        .regex(/^\/|^#/, 'must be a page of this site, such as /portfolio')
        .describe('The page it leads to.'),
    })
    .describe(about)

/** What a page tells search engines and link previews. */
export const metadata = z.strictObject({
  title: line('The title in the tab and in search results. The studio’s name is added.'),
  description: line('One or two sentences for search results and shared links.').max(
    160,
    'must have 160 characters at most',
  ),
  keywords: lines('Search terms that should lead to this page.'),
})
