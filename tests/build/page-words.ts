import { type DefaultTreeAdapterMap, defaultTreeAdapter as tree } from 'parse5'

import { all, attribute, type Built, meta, text } from './built-pages.ts'

type Node = DefaultTreeAdapterMap['node']

/** Elements that stand within a line of text. */
const INLINE = new Set(['a', 'abbr', 'b', 'bdi', 'cite', 'code', 'em', 'i', 's', 'small', 'span'])
for (const tagName of ['strong', 'sub', 'sup', 'time', 'u']) INLINE.add(tagName)
/** Elements whose text nobody reads. */
const UNREAD = new Set(['script', 'style', 'template'])
/** Attributes that are read out. */
const READ_OUT = ['alt', 'aria-label', 'title']

const tidy = (words: string) => words.replaceAll(/\s+/g, ' ').trim()

/** The text below a node; a block begins and ends a line. */
function textBelow(node: Node): string {
  if (tree.isTextNode(node)) return node.value.replaceAll(/\s+/g, ' ')
  if (!('childNodes' in node)) return ''
  const below = node.childNodes.map(textBelow).join('')
  if (!tree.isElementNode(node)) return below
  if (UNREAD.has(node.tagName)) return ''
  return INLINE.has(node.tagName) ? below : `\n${below}\n`
}

/** What a page shows, a line for each block of text. */
export function shownLines(page: Built): string[] {
  const body = all(page, 'body')
  return body.flatMap((element) => textBelow(element).split('\n').map(tidy)).filter(Boolean)
}

/** What is read out instead of a picture, or beside it. */
export const readOutLines = (page: Built): string[] =>
  page.elements.flatMap((element) =>
    READ_OUT.flatMap((name) => attribute(element, name) ?? []).map(tidy),
  )

/** What search results, link previews and search engines read. */
export function describedLines(page: Built): string[] {
  const data = all(page, 'script')
    .filter((script) => attribute(script, 'type') === 'application/ld+json')
    .flatMap((script) => stringsIn(JSON.parse(text(script))))
  const titles = all(page, 'title').map(text)
  return [...titles, meta(page, 'description') ?? '', ...data].map(tidy).filter(Boolean)
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.split('\n')
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
