import type { Block } from '../schemas/block.ts'
import { WORDS_PER_MINUTE, countWords } from '../schemas/reading-time.ts'

type Heading = {
  text: string
  /** 2 to 6: only the page's headline has level 1, and no level is skipped. */
  level: number
  /** Its id on the page. */
  anchor: string
  /** The minute at which a reader gets there. */
  minute: number
}

export function outline(content: Block[]): Map<Block, Heading> {
  const headings = new Map<Block, Heading>()
  // The page itself uses this id.
  const taken = new Set(['main'])
  let level = 1
  let words = 0

  for (const block of content) {
    if (block.type === 'heading') {
      level = Math.min(Math.max(block.level, 2), level + 1)
      const anchor = unique(anchorOf(block.text), taken)
      headings.set(block, { text: block.text, level, anchor, minute: words / WORDS_PER_MINUTE })
    }
    words += countWords([block])
  }
  return headings
}

const anchorOf = (text: string) =>
  text
    .toLowerCase()
    .match(/[\p{L}\d]+/gu)
    ?.join('-') ?? 'part'

/** The second of two equal anchors gets a 2. */
function unique(anchor: string, taken: Set<string>) {
  let name = anchor
  for (let count = 2; taken.has(name); count++) name = `${anchor}-${count}`
  taken.add(name)
  return name
}
