import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import words from 'words:venture'
import type { PortfolioVenture } from './venture.ts'
import { VentureSheet } from './VentureDialog.tsx'

const venture: PortfolioVenture = {
  id: 'ninth',
  name: 'Ninth',
  sector: 'Anything',
  stage: 'Seed',
  category: 'deeptech',
  description: 'Does something for somebody.',
  metric: 'One a day',
  tags: ['One', 'Two'],
  image: '/plates/onebotics.svg',
  caption: 'A drawing',
}

const sheet = (own: Partial<PortfolioVenture> = {}) =>
  renderToStaticMarkup(createElement(VentureSheet, { venture: { ...venture, ...own } }))

test('the founding year appears only if it is known', () => {
  expect(sheet()).not.toContain(words.founded)
  expect(sheet({ founded: 2024 })).toContain(`<dt>${words.founded}</dt><dd>2024</dd>`)
})

test('a venture with its own site links to it in a new tab', () => {
  expect(sheet()).not.toContain(words.website)
  expect(sheet({ website: 'https://ninth.example' })).toMatch(
    new RegExp(
      `<a [^>]*href="https://ninth.example" target="_blank" rel="noopener noreferrer">${words.website}`,
    ),
  )
})

test('a venture with an app links to its page', () => {
  expect(sheet()).not.toContain(words.app)
  expect(sheet({ app: '/calmist' })).toContain(`href="/calmist">${words.app}`)
})

test('the category is shown in words', () => {
  expect(sheet()).toContain('Seed\u00A0· Anything\u00A0· Deeptech')
})
