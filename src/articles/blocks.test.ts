import { describe, expect, test } from 'vitest'

import { blocksOf } from './blocks.ts'

const text = (text: string) => ({ type: 'paragraph', text })

test('headings keep their level and lose their markup', () => {
  expect(blocksOf('## The *real* `cost`\n\n### Part')).toEqual([
    { type: 'heading', level: 2, text: 'The real cost' },
    { type: 'heading', level: 3, text: 'Part' },
  ])
})

test('paragraphs keep their markup as it was typed', () => {
  const markdown = 'A **bold** [link](/a)\nover two lines.\n\nAnother, a \\* and a <b>.'
  expect(blocksOf(markdown)).toEqual([
    text('A **bold** [link](/a)\nover two lines.'),
    text('Another, a \\* and a <b>.'),
  ])
})

describe('lists', () => {
  test('are ordered or unordered', () => {
    expect(blocksOf('- one\n- *two*\n\n1. first\n2. second')).toEqual([
      { type: 'list', ordered: false, items: ['one', '*two*'] },
      { type: 'list', ordered: true, items: ['first', 'second'] },
    ])
  })

  test('may contain a list, without its indent', () => {
    expect(blocksOf('- one\n  over two lines\n  - two\n    - three\n- four')).toEqual([
      { type: 'list', ordered: false, items: ['one\nover two lines\n- two\n  - three', 'four'] },
    ])
  })
})

describe('quotes', () => {
  test.each([
    ['an em dash', '> Said.\n> — Ada, engineer', { text: 'Said.', author: 'Ada, engineer' }],
    ['an en dash', '> Said\n> twice.\n>\n> – Ada', { text: 'Said\ntwice.', author: 'Ada' }],
    ['two hyphens', '> Said.\n-- Ada', { text: 'Said.', author: 'Ada' }],
    ['no author', '> Said — by nobody.', { text: 'Said — by nobody.' }],
    ['nothing but a name', '> — Ada', { text: '— Ada' }],
  ])('%s', (_, markdown, quote) => {
    expect(blocksOf(markdown)).toEqual([{ type: 'quote', ...quote }])
  })
})

test('any other block keeps only its type', () => {
  const markdown = '```\ncode\n```\n\n---\n\n<div>html</div>\n\n![picture](/a.png)\n\n[a]: /b'
  expect(blocksOf(markdown)).toEqual(
    ['code', 'thematicBreak', 'html', 'image', 'definition'].map((type) => ({ type })),
  )
})
