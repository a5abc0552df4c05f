import type { Blockquote, List, Node, Parent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'

/**
 * Converts a Markdown body to blocks. Each text keeps its bold, italic, code and links as they were
 * typed. A block of an unknown type keeps only its name.
 */
export const blocksOf = (markdown: string) =>
  fromMarkdown(markdown).children.map((node) => blockOf(node, markdown))

function blockOf(node: RootContent, source: string) {
  if (node.type === 'heading') return { type: 'heading', level: node.depth, text: plain(node) }
  if (node.type === 'list') return listOf(node, source)
  if (node.type === 'blockquote') return quoteOf(node, source)
  if (node.type !== 'paragraph') return { type: node.type }
  if (node.children.every(({ type }) => type === 'image')) return { type: 'image' }
  return { type: 'paragraph', text: slice(source, node) }
}

function listOf({ ordered, children }: List, source: string) {
  const items = children.map(({ children }) => {
    const [first] = children
    if (!first) return ''
    // Further lines of an item are indented as far as its first one.
    const indent = (first.position?.start.column ?? 1) - 1
    return slice(source, first, children.at(-1)).replaceAll(
      new RegExp(`\\n {0,${indent}}`, 'g'),
      '\n',
    )
  })
  return { type: 'list', ordered: ordered ?? false, items: items.filter(Boolean) }
}

/** A last line that begins with a dash names the author. */
function quoteOf(node: Blockquote, source: string) {
  const text = slice(source, node).replaceAll(/^ {0,3}> ?/gm, '')
  const [, quote, author] = /^([^]*\S)\s*\n(?:—|–|--) *(\S.*?)\s*$/.exec(text) ?? []
  return quote && author ? { type: 'quote', text: quote, author } : { type: 'quote', text }
}

/** The source text from the start of one node to the end of it or of another. */
const slice = (source: string, first: Node, last = first) =>
  source.slice(first.position?.start.offset, last.position?.end.offset)

function plain(node: Parent): string {
  return node.children
    .map((child) => {
      if ('children' in child) return plain(child)
      return 'value' in child ? child.value : ''
    })
    .join('')
}
