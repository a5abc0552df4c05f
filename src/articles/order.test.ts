import { expect, test } from 'vitest'

import { newestFirst } from './order.ts'

test('the newest article comes first, and equal dates keep a fixed order', () => {
  const articles = [
    { date: '2025-02-28', slug: 'b' },
    { date: '2025-03-01', slug: 'c' },
    { date: '2024-12-31', slug: 'd' },
    { date: '2025-02-28', slug: 'a' },
  ]
  expect(articles.sort(newestFirst).map(({ slug }) => slug)).toEqual(['c', 'a', 'b', 'd'])
})
