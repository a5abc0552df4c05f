import { z } from 'astro/zod'

const types = ['heading', 'paragraph', 'list', 'quote']

const words = (error: string) => z.string({ error }).trim().min(1, error)

/** For paragraphs, list items and quotes: bold, italic, code and links, as in Markdown. */
const marked = words('must be text')

const heading = z.strictObject({
  type: z.literal('heading'),
  /** Level 2 is a part of the article, level 3 a part of level 2. */
  level: z.int({ error: 'must be 2, 3 or 4' }).min(1).max(6).default(2),
  /** Plain text, without markup. */
  text: words('must be the words of the heading'),
})

const paragraph = z.strictObject({ type: z.literal('paragraph'), text: marked })

const list = z.strictObject({
  type: z.literal('list'),
  /** True for a numbered list. */
  ordered: z.boolean({ error: 'must be true or false' }).default(false),
  /** One line of text each. A list inside an item is written as in Markdown. */
  items: z.array(marked, { error: 'must be a list of texts' }).min(1, 'must have an item'),
})

const quote = z.strictObject({
  type: z.literal('quote'),
  text: marked,
  /** The author of the quote. */
  author: words('must be a name').optional(),
})

/** A block that this site does not show: a picture, a table, or an older site's block. */
const unknown = z.strictObject({ type: z.literal('unknown'), name: z.string() })

const isUnknown = (block: unknown): block is { type: string } =>
  typeof block === 'object' &&
  block !== null &&
  'type' in block &&
  typeof block.type === 'string' &&
  !types.includes(block.type)

/** One block of an article. An unknown type is no error; it renders nothing. */
export const blockSchema = z.preprocess(
  (block) => (isUnknown(block) ? { type: 'unknown', name: block.type } : block),
  z.discriminatedUnion('type', [heading, paragraph, list, quote, unknown], {
    error: 'must be heading, paragraph, list or quote',
  }),
)

export type Block = z.output<typeof blockSchema>
