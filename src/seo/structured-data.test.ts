import { expect, test } from 'vitest'
import type { Studio } from '../schemas/studio.ts'
import { structuredData } from './structured-data.ts'

// Nothing else of the studio is asked for.
const studio = { name: 'Test', host: 'https://t.test', email: 'a@t.test' } as Studio

/** The things that a page tells; the type of JSON-LD says less. */
const graph = (...page: [path: string, title: string, own?: Record<string, unknown>]) =>
  structuredData(studio, ...page)['@graph'] as Record<string, unknown>[]

test('every page names the studio, and all but the first the way to it', () => {
  expect(graph('/', 'Test').map((thing) => thing['@type'])).toEqual(['Organization'])
  expect(graph('/blogs/a', 'A')[1]).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, name: 'Home', item: 'https://t.test/' },
      { position: 2, name: 'Blogs', item: 'https://t.test/blogs' },
      { position: 3, name: 'A', item: 'https://t.test/blogs/a' },
    ],
  })
})

test('a page’s own things join, one or several', () => {
  const faq = { '@context': 'https://schema.org', '@type': 'FAQPage' }
  expect(graph('/faqs', 'FAQs', faq)[2]).toEqual({ '@type': 'FAQPage' })
  const several = { '@graph': [{ '@type': 'A' }, { '@type': 'B' }] }
  expect(graph('/', 'Test', several).slice(1)).toEqual([{ '@type': 'A' }, { '@type': 'B' }])
})
