import type { List, Nodes, Parents } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'

import { escaped } from '../text/inline.ts'

/** Inside a text, “#”, “>” and anything that looks like HTML are plain characters. */
const NOT_IN_TEXT = [
  'blockQuote',
  'codeFenced',
  'codeIndented',
  'definition',
  'headingAtx',
  'htmlFlow',
  'htmlText',
  'setextUnderline',
  'thematicBreak',
]

/** The HTML of a paragraph or a quote. */
export const markup = (text: string) => convert(text, [...NOT_IN_TEXT, 'list'])

/** The HTML of a list's item, which may contain a list. */
export const itemMarkup = (text: string) => convert(text, NOT_IN_TEXT)

const convert = (text: string, disabled: string[]) =>
  html(fromMarkdown(text, { extensions: [{ disable: { null: disabled } }] }))

/** Safe by construction: it writes only these seven tags, and it escapes all text. */
function html(node: Nodes): string {
  switch (node.type) {
    case 'text':
      return escaped(node.value)
    case 'inlineCode':
      return `<code>${escaped(node.value)}</code>`
    case 'emphasis':
      return `<em>${inside(node)}</em>`
    case 'strong':
      return `<strong>${inside(node)}</strong>`
    case 'link':
      return linked(node.url, inside(node))
    case 'list':
      return listed(node)
    case 'root':
    case 'listItem':
      return inside(node, ' ')
    case 'paragraph':
      return inside(node)
    case 'break':
      return ' '
    default:
      return ''
  }
}

const inside = (node: Parents, between = '') => node.children.map(html).join(between)

function listed(node: List) {
  const tag = node.ordered ? 'ol' : 'ul'
  return `<${tag}>${node.children.map((item) => `<li>${html(item)}</li>`).join('')}</${tag}>`
}

function linked(address: string, words: string) {
  const href = safeAddress(address)
  return href ? `<a href="${escaped(href)}" target="_blank" rel="noopener">${words}</a>` : words
}

/** Allows http, https, mailto and paths of this site, parsed as a browser parses them. */
function safeAddress(address: string) {
  const here = 'https://here.invalid'
  const url = URL.parse(address, here)
  if (!url) return undefined
  if (address.startsWith('/')) {
    const path = url.href.slice(here.length)
    // Two slashes lead to another site, and “/.//” is parsed to two.
    return url.origin === here && !path.startsWith('//') ? path : undefined
  }
  return /^(https?:\/\/|mailto:)/i.test(address) ? url.href : undefined
}
