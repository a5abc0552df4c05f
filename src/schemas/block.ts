import { z } from 'astro/zod'

const types = ['heading', 'paragraph', 'list', 'quote']

const words = (error: string) => z.string({ error }).trim().min(1, error)

/** In paragraphs, list items and quotes: bold, italic, code and links, as in Markdown. */
const marked = words('must be text')

const heading = z.strictObject({
  type: z.literal('heading'),
  /** 2 is a part of the article, 3 a part of that. */
  level: z.int({ error: 'must be 2, 3 or 4' }).min(1).max(6).default(2),
  /** Plain, without markup. */
  text: words('must be the words of the heading'),
})

const paragraph = z.strictObject({ type: z.literal('paragraph'), text: marked })

const list = z.strictObject({
  type: z.literal('list'),
  /** Numbered; the order of the items means something. */
  ordered: z.boolean({ error: 'must be true or false' }).default(false),
  /** A line of text each; a list inside an item is written as in Markdown. */
  items: z.array(marked, { error: 'must be a list of texts' }).min(1, 'must have an item'),
})

const quote = z.strictObject({
  type: z.literal('quote'),
  text: marked,
  /** Who said it. */
  author: words('must be a name').optional(),
})

/** Something that this site does not show: a picture, a table, what an older site called a block. */
const unknown = z.strictObject({ type: z.literal('unknown'), name: z.string() })

const isUnknown = (block: unknown): block is { type: string } =>
  typeof block === 'object' &&
  block !== null &&
  'type' in block &&
  typeof block.type === 'string' &&
  !types.includes(block.type)

/** One block of an article. A type that is none of the four is no fault; it renders nothing. */
export const blockSchema = z.preprocess(
  (block) => (isUnknown(block) ? { type: 'unknown', name: block.type } : block),
  z.discriminatedUnion('type', [heading, paragraph, list, quote, unknown], {
    error: 'must be heading, paragraph, list or quote',
  }),
)

/** A block of an article, checked. */
export type Block = z.output<typeof blockSchema>
