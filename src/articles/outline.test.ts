import { expect, test } from 'vitest'

import type { Block } from '../schemas/block.ts'
import { outline } from './outline.ts'

const heading = (level: number, text: string): Block => ({ type: 'heading', level, text })
const words = (count: number): Block => ({ type: 'paragraph', text: 'word '.repeat(count) })

test('no level is the page’s own and none is skipped', () => {
  const content = [1, 4, 2, 3, 6].map((level) => heading(level, 'x'))
  expect([...outline(content).values()].map(({ level }) => level)).toEqual([2, 3, 2, 3, 4])
})

test('equal headings have anchors of their own', () => {
  const content = ['The end', 'The end', 'The end 2', 'Main', '…'].map((text) => heading(2, text))
  const anchors = [...outline(content).values()].map(({ anchor }) => anchor)
  expect(anchors).toEqual(['the-end', 'the-end-2', 'the-end-2-2', 'main-2', 'part'])
})

test('a heading stands at the minute in which a reader gets there', () => {
  const content = [words(100), heading(2, 'one'), words(299), heading(2, 'two')]
  expect([...outline(content).values()].map(({ minute }) => minute)).toEqual([0.5, 2])
})
