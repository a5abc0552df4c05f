import { type DefaultTreeAdapterMap, defaultTreeAdapter as tree } from 'parse5'

import { all, attribute, type Built, meta, text } from './built-pages.ts'

type Node = DefaultTreeAdapterMap['node']

const INLINE = new Set(['a', 'abbr', 'b', 'bdi', 'cite', 'code', 'em', 'i', 's', 'small', 'span'])
for (const tagName of ['strong', 'sub', 'sup', 'time', 'u']) INLINE.add(tagName)
/** Elements without readable text. */
const UNREAD = new Set(['script', 'style', 'template'])
const READ_OUT = ['alt', 'aria-label', 'title']

const tidy = (words: string) => words.replaceAll(/\s+/g, ' ').trim()

/** The text below a node, where a block begins and ends a line. */
function textBelow(node: Node): string {
  if (tree.isTextNode(node)) return node.value.replaceAll(/\s+/g, ' ')
  if (!('childNodes' in node)) return ''
  const below = node.childNodes.map(textBelow).join('')
  if (!tree.isElementNode(node)) return below
  if (UNREAD.has(node.tagName)) return ''
  return INLINE.has(node.tagName) ? below : `\n${below}\n`
}

/** The visible text of a page, one line per block. */
export function shownLines(page: Built): string[] {
  const body = all(page, 'body')
  return body.flatMap((element) => textBelow(element).split('\n').map(tidy)).filter(Boolean)
}

/** The text for screen readers, such as image descriptions. */
export const readOutLines = (page: Built): string[] =>
  page.elements.flatMap((element) =>
    READ_OUT.flatMap((name) => attribute(element, name) ?? []).map(tidy),
  )

/** The text for search results, link previews and search engines. */
export function describedLines(page: Built): string[] {
  const data = all(page, 'script')
    .filter((script) => attribute(script, 'type') === 'application/ld+json')
    .flatMap((script) => stringsIn(JSON.parse(text(script))))
  const titles = all(page, 'title').map(text)
  return [...titles, meta(page, 'description') ?? '', ...data].map(tidy).filter(Boolean)
}

function stringsIn(value: unknown): string[] {
  // A posting's description has tags.
  if (typeof value === 'string') return value.split(/\n|<[^>]*>/)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
