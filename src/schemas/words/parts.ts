import { z } from 'astro/zod'

import { inline, inlineParts } from '../../text/inline.ts'
import { type Quotable, quoting } from './quoting.ts'
import { DESCRIPTION } from './search-result.ts'

/*
 * Building blocks for the schemas of words. Each takes a sentence that tells an editor what the text
 * is and where it is. The JSON Schemas show that sentence in the editor's program.
 */

/** A text that is not empty. */
export const words = quoting()

/** A text that functions read as it stands in the file. */
export const writtenOut = words.regex(/^[^{}]*$/, 'must be written out, without {…}')

/** A text without markup: a heading, a label, a button. */
export const line = (about: string, quotable?: Quotable) => quoting(quotable).describe(about)

/** A text with the markup of src/text/inline.ts. It is read as HTML, for `set:html`. */
export const text = (about: string, quotable?: Quotable) =>
  html(quotable).describe(`${about} ${MARKUP}`)

const html = (quotable?: Quotable) => quoting(quotable).transform(inline)
const MARKUP = 'It may have **bold** words, [links](/portfolio) and [words kept on one line].'

/** A text with [links](/terms) that an island draws: strings and links. */
export const withLinks = (about: string, quotable?: Quotable) =>
  quoting(quotable).transform(inlineParts).describe(`${about} It may have [links](/terms).`)

/** A list of texts without markup; `count` of them if a drawing has so many places. */
export const lines = (about: string, count?: number, quotable?: Quotable) =>
  listOf(quoting(quotable), count).describe(about)

/** A list of paragraphs with markup. */
export const texts = (about: string, count?: number, quotable?: Quotable) =>
  listOf(html(quotable), count).describe(`${about} ${MARKUP}`)

/** A group of keys. */
export const group = z.strictObject

/** A section: its name on the scale of the page, its heading, and what it holds. */
export const section = <T extends z.ZodRawShape>(shape: T) =>
  z.strictObject({
    mark: line('The section’s name on the scale.'),
    heading: text('The heading.'),
    ...shape,
  })

/** A list of groups; `count` of them if a drawing has so many places. */
export const groups = <T extends z.ZodRawShape>(shape: T, count?: number) =>
  listOf(z.strictObject(shape), count)

const listOf = <T extends z.ZodType>(item: T, count?: number) =>
  count === undefined ? z.array(item).min(1) : z.array(item).length(count, `must be ${count}`)

const aLink = z.strictObject({
  label: line('What the link says.'),
  href: z
    .string()
    .regex(/^[/#]/, 'must be a page of this site, such as /portfolio')
    .describe('The page it leads to.'),
})

/** A link or button to a page of this site. */
export const link = (about: string) => aLink.describe(about)

/** A list of links; `count` of them if a drawing has so many places. */
export const links = (about: string, count?: number) => listOf(aLink, count).describe(about)

/** The length is checked in src/data/reading/words.ts, for what the page shows. */
export const searchText = line(
  `One or two sentences for search results: ${DESCRIPTION.min} to ${DESCRIPTION.max} characters.`,
)

/** What a page tells search engines and link previews. */
export const metadata = z.strictObject({
  title: line('The title in the tab and in search results. The studio’s name is added.'),
  description: searchText,
  keywords: lines('Search terms that should lead to this page.'),
})

/** The same of a page that no search engine lists. */
export const unlisted = z.strictObject({
  title: line('The title in the tab. The studio’s name is added.'),
  description: line('One or two sentences for link previews.'),
})

const door = aLink.extend({ note: line('At the foot of the door.') })

/** The end of a page: two links as doors. */
export const onward = group({
  mark: line('The section’s name on the scale.'),
  doors: z.tuple([door, door], 'must be two').describe('Two doors, the more likely one first.'),
})
