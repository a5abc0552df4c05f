import fc from 'fast-check'
import { type DefaultTreeAdapterMap, defaultTreeAdapter as tree, parseFragment } from 'parse5'
import { describe, expect, test } from 'vitest'

import { blockSchema } from '../schemas/block.ts'
import { blocksOf } from './blocks.ts'
import { itemMarkup, markup } from './markup.ts'

const opens = 'target="_blank" rel="noopener"'

describe('light markup becomes HTML', () => {
  test.each([
    ['**bold** and __bold__', '<strong>bold</strong> and <strong>bold</strong>'],
    ['*italic* and _italic_', '<em>italic</em> and <em>italic</em>'],
    ['`a < b`', '<code>a &#60; b</code>'],
    ['[to *it*](/blogs)', `<a href="/blogs" ${opens}>to <em>it</em></a>`],
    ['[out](https://x.test/?a=1&b=2)', `<a href="https://x.test/?a=1&#38;b=2" ${opens}>out</a>`],
    ['[mail](mailto:a@x.test)', `<a href="mailto:a@x.test" ${opens}>mail</a>`],
    ['<https://x.test>', `<a href="https://x.test/" ${opens}>https://x.test</a>`],
    ['two\nlines', 'two\nlines'],
    ['two \\\nlines', 'two  lines'],
    ['2 * 3 * 4 and a_b_c', '2 * 3 * 4 and a_b_c'],
    ['# 1 > 0\n- no list\n---', '# 1 &#62; 0\n- no list\n---'],
    ['AT&amp;T & “co”', 'AT&#38;T &#38; “co”'],
  ])('%s', (text, html) => {
    expect(markup(text)).toBe(html)
  })

  test('a list inside an item', () => {
    expect(itemMarkup('one\n- two\n- *three*')).toBe(
      'one <ul><li>two</li><li><em>three</em></li></ul>',
    )
    expect(itemMarkup('one\n1. two')).toBe('one <ol><li>two</li></ol>')
  })
})

describe('other markup stays text', () => {
  test.each([
    ['<b onclick="x()">b</b>', '&#60;b onclick=&#34;x()&#34;&#62;b&#60;/b&#62;'],
    ['<script>x()</script>', '&#60;script&#62;x()&#60;/script&#62;'],
    ['&lt;img src=x&gt;', '&#60;img src=x&#62;'],
    ['a ![picture](/a.png) b', 'a  b'],
    ['[js](javascript:alert(1))', 'js'],
    ['[js](JaVaScRiPt&colon;alert(1))', 'js'],
    ['[data](data:text/html,x)', 'data'],
    ['[other site](//x.test)', 'other site'],
    ['[other site](/\\x.test)', 'other site'],
    ['[other site](</&#9;/x.test>)', 'other site'],
    ['[other site](/.//x.test)', 'other site'],
    ['[other site](/a/..//x.test)', 'other site'],
    ['[relative](page)', 'relative'],
    ['[a"b](/c"onclick="x)', `<a href="/c%22onclick=%22x" ${opens}>a&#34;b</a>`],
  ])('%s', (text, html) => {
    expect(markup(text)).toBe(html)
  })
})

const ALLOWED = new Set(['strong', 'em', 'code', 'a', 'ul', 'ol', 'li'])

function* elements(
  node: DefaultTreeAdapterMap['node'],
): Generator<DefaultTreeAdapterMap['element']> {
  if (tree.isElementNode(node)) yield node
  if ('childNodes' in node) for (const child of node.childNodes) yield* elements(child)
}

/** The unexpected elements that a browser finds in the HTML. */
const surprises = (html: string) =>
  [...elements(parseFragment(html))].flatMap(({ tagName, attrs }) => {
    if (!ALLOWED.has(tagName)) return [tagName]
    const found = Object.fromEntries(attrs.map(({ name, value }) => [name, value]))
    if (tagName !== 'a') return attrs.map(({ name }) => `${tagName} ${name}`)
    const { href = '', target, rel, ...others } = found
    const { protocol, origin } = new URL(href, 'https://site.test')
    const isOurs = /^(https?:\/\/|mailto:)/.test(href) || origin === 'https://site.test'
    const isFine = isOurs && /^(https?|mailto):$/.test(protocol)
    const asItShould = isFine && target === '_blank' && rel === 'noopener'
    return asItShould && Object.keys(others).length === 0 ? [] : [JSON.stringify(found)]
  })

/** Pieces that form attacks more often than random characters would. */
const pieces = [
  ...Array.from('*_`[]()<>!#&;:/\\"\'-+.=|~ \n\t0a'),
  ...['**', '](', '[x](', '<a href="', '<script>', '</a>', '<!--', ']]>', '\n> ', '\n- ', '\n1. '],
  ...[
    'javascript:',
    'java\tscript:',
    'data:',
    'vbscript:',
    'mailto:',
    'https://',
    '//',
    '/\\',
    '/.//',
  ],
  ...['&#106;', '&colon;', '&lt;', '&#0;', ' onerror=', ' style=', '\u0000', '\u2028', '```'],
]
const body = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((found) => found.join('')),
)

test('no text can add an unexpected tag, attribute or address', () => {
  fc.assert(
    fc.property(body, (text) => {
      expect(surprises(markup(text))).toEqual([])
      expect(surprises(itemMarkup(text))).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

test('no article body can add an unexpected tag, attribute or address', () => {
  fc.assert(
    fc.property(body, (markdown) => {
      for (const said of blocksOf(markdown)) {
        const { data: block } = blockSchema.safeParse(said)
        if (block?.type === 'list')
          expect(block.items.map(itemMarkup).flatMap(surprises)).toEqual([])
        if (block?.type === 'paragraph' || block?.type === 'quote') {
          expect(surprises(markup(block.text))).toEqual([])
        }
      }
    }),
    { numRuns: 2_000 },
  )
})

test('markup keeps every word of the text', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z<>&"' ]{1,12}$/), { minLength: 1 }), (words) => {
      const text = words.join(' ').trim()
      const shown = parseFragment(markup(text)).childNodes.map((node) =>
        'value' in node ? node.value : '',
      )
      expect(shown.join('').replaceAll(/\s+/g, ' ')).toBe(text.replaceAll(/\s+/g, ' '))
    }),
  )
})
