import { z } from 'astro/zod'

import { minutesToRead } from './reading-time.ts'
import { blockSchema } from './block.ts'
import { day, draft } from './dates.ts'

const line = (what: string) => z.string({ error: what }).trim().min(1, what)

const SLUG = 'must be small letters, digits and hyphens, such as ninety-days'
const IMAGE = 'must be the path of a file in public, such as /plates/article-strategy.svg'
const MINUTES = 'must be a whole number of minutes'

const keys = {
  title: line('must be the headline').describe('The headline, also in search results.'),
  excerpt: line('must be one or two sentences').describe(
    'One or two sentences for lists, search engines and shared links: 110 to 155 characters.',
  ),
  date: day.describe(
    'The day it is published; it may be to come. The newest article leads the list.',
  ),
  draft,
  category: line('must be a word such as Strategy').describe(
    'One or two words: Investment, Strategy, Product.',
  ),
  image: z
    .string({ error: IMAGE })
    .regex(/^\/[^/]/, IMAGE)
    .describe('Its picture, twice as wide as it is high: a file in public.'),
  caption: line('must be a line of text')
    .optional()
    .describe('What the picture shows: the alternative text and the caption.'),
  figure: line('must be a few words such as 16 rows')
    .optional()
    .describe('Its most telling figure, shown below its title among the articles of an issue.'),
  figureOf: line('must be a few words')
    .optional()
    .describe('What the figure counts, in a few words after it.'),
  slug: z
    .string({ error: SLUG })
    .regex(/^[a-z\d]+(-[a-z\d]+)*$/, SLUG)
    .describe("The end of its address, /blogs/{slug}. By default the file's name."),
  id: z
    .union([line('must be a name'), z.number()], { error: 'must be a name' })
    .transform(String)
    .optional()
    .describe('An id that stays when the slug changes. By default the slug.'),
  readingTime: z
    .union([z.int().positive(), z.string().regex(/^[1-9]\d* min/, MINUTES)], { error: MINUTES })
    .transform((minutes) => Number.parseInt(String(minutes)))
    .optional()
    .describe('Minutes, `6` or `6 min read`. By default counted from the words.'),
  keywords: z
    .array(line('must be a word'), { error: 'must be a list of words' })
    .default([])
    .describe('Keywords for search engines.'),
  modified: day.optional().describe('The day of the last change that readers would notice.'),
  author: z.unknown().optional().describe('Ignored: the studio signs every article.'),
}

/** What an editor writes between the two lines of dashes. A slug is made of the file's name. */
export const articleKeys = z.strictObject(keys).partial({ slug: true })

/** An article, from the keys and the body of a file in content/articles. */
export const articleSchema = z
  .strictObject(
    {
      ...keys,
      content: z
        .array(blockSchema, { error: 'must be a list of blocks' })
        .min(1, 'must have text below the lines of dashes')
        .describe('The body. In a Markdown file, everything after the second line of dashes.'),
    },
    { error: 'must be a document of “key: value” lines' },
  )
  .transform(({ author: _, ...article }) => ({
    ...article,
    id: article.id ?? article.slug,
    readingTime: article.readingTime ?? minutesToRead(article.content),
    modified: article.modified ?? article.date,
  }))

export type Article = z.output<typeof articleSchema>
