import type { Block } from './block.ts'

/** An unhurried reader's pace on a screen. */
export const WORDS_PER_MINUTE = 200

/** The words that a block shows; markup counts as nothing much. */
const textOf = (block: Block) => {
  if (block.type === 'unknown') return ''
  return block.type === 'list' ? block.items.join(' ') : block.text
}

/** How many words the blocks show. */
export const wordsIn = (content: Block[]) =>
  content.reduce((sum, block) => sum + (textOf(block).match(/\S+/g)?.length ?? 0), 0)

/** Minutes to read the blocks: whole ones, and never less than one. */
export const minutesToRead = (content: Block[]) =>
  Math.max(1, Math.round(wordsIn(content) / WORDS_PER_MINUTE))
