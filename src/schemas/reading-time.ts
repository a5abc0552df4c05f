import type { Block } from './block.ts'

/** An unhurried reader's pace on a screen. */
export const WORDS_PER_MINUTE = 200

/** The text that a block shows. The few characters of markup are counted too. */
const textOf = (block: Block) => {
  if (block.type === 'unknown') return ''
  return block.type === 'list' ? block.items.join(' ') : block.text
}

export const countWords = (content: Block[]) =>
  content.reduce((sum, block) => sum + (textOf(block).match(/\S+/g)?.length ?? 0), 0)

/** The reading time of the blocks in whole minutes, at least 1. */
export const minutesToRead = (content: Block[]) =>
  Math.max(1, Math.round(countWords(content) / WORDS_PER_MINUTE))
