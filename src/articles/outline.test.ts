import { expect, test } from 'vitest'

import type { Block } from '../schemas/block.ts'
import { outline } from './outline.ts'

const heading = (level: number, text: string): Block => ({ type: 'heading', level, text })
const words = (count: number): Block => ({ type: 'paragraph', text: 'word '.repeat(count) })

test('heading levels start at 2 and skip none', () => {
  const content = [1, 4, 2, 3, 6].map((level) => heading(level, 'x'))
  expect([...outline(content).values()].map(({ level }) => level)).toEqual([2, 3, 2, 3, 4])
})

test('equal headings get different anchors', () => {
  const content = ['The end', 'The end', 'The end 2', 'Main', '…'].map((text) => heading(2, text))
  const anchors = [...outline(content).values()].map(({ anchor }) => anchor)
  expect(anchors).toEqual(['the-end', 'the-end-2', 'the-end-2-2', 'main-2', 'part'])
})

test('a heading states the minute at which a reader reaches it', () => {
  const content = [words(100), heading(2, 'one'), words(299), heading(2, 'two')]
  expect([...outline(content).values()].map(({ minute }) => minute)).toEqual([0.5, 2])
})
