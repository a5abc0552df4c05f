import { expect, test } from 'vitest'
import type { Studio } from '../schemas/studio.ts'
import type { PageMetadata } from './page-metadata.ts'
import { structuredData } from './structured-data.ts'

const address = {
  street: 'Road 1',
  locality: 'Town',
  region: 'State',
  postalCode: '001',
  country: 'India',
  countryCode: 'IN',
}
const social = [
  { label: 'X', href: '#', icon: 'x' },
  { label: 'LinkedIn', href: 'https://l.test/t', icon: 'linkedin' },
]
const about = { name: 'Test', host: 'https://t.test', email: 'a@t.test' }
// The code reads no other key of the studio.
const studio = { ...about, address, social } as Studio
const items = [
  { href: '/what-we-do', label: 'What We Do', note: '' },
  { href: '/blogs', label: 'Blogs & Research', note: '' },
]
const navigation = { home: 'Home', menus: [{ label: 'Menu', note: 'A menu', items }] }

/** The items in the page's JSON-LD. */
const graph = (path: string, title: string, rest: Partial<PageMetadata> = {}) =>
  structuredData(studio, navigation, { path, title, ...rest })['@graph'] as Record<
    string,
    unknown
  >[]

test('the home page names the site, other pages have breadcrumbs, all name the studio', () => {
  expect(graph('/', 'Test').map((thing) => thing['@type'])).toEqual(['Organization', 'WebSite'])
  expect(graph('/blogs/a', 'A')[1]).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, name: 'Home', item: 'https://t.test/' },
      { position: 2, name: 'Blogs & Research', item: 'https://t.test/blogs' },
      { position: 3, name: 'A', item: 'https://t.test/blogs/a' },
    ],
  })
})

test('breadcrumbs have the names of the menus', () => {
  const last = (path: string, title: string) =>
    (graph(path, title)[1]?.['itemListElement'] as { name: string }[]).at(-1)?.name
  expect(last('/what-we-do', 'What we do: four services')).toBe('What We Do')
  expect(last('/calmist', 'Calmist: a quiet page')).toBe('Calmist')
  expect(last('/terms', 'Terms and Conditions')).toBe('Terms and Conditions')
})

test('a page outside search engines has no breadcrumbs', () => {
  const [organisation, ...others] = graph('/404', 'Page not found', { noindex: true })
  expect(organisation?.['@type']).toBe('Organization')
  expect(others).toEqual([])
})

test('the studio has its address, its mailbox and its known profiles', () => {
  const [organisation] = graph('/', 'Test')
  expect(organisation?.['address']).toEqual({
    '@type': 'PostalAddress',
    streetAddress: 'Road 1',
    addressLocality: 'Town',
    addressRegion: 'State',
    postalCode: '001',
    addressCountry: 'IN',
  })
  expect(organisation?.['contactPoint']).toMatchObject({ email: 'a@t.test' })
  expect(organisation?.['sameAs']).toEqual(['https://l.test/t'])
})

test('a page can add one item or several', () => {
  const faq = { '@context': 'https://schema.org', '@type': 'FAQPage' }
  expect(graph('/faqs', 'FAQs', { structuredData: faq })[2]).toEqual({ '@type': 'FAQPage' })
  const several = { '@graph': [{ '@type': 'A' }, { '@type': 'B' }] }
  expect(graph('/', 'Test', { structuredData: several }).slice(2)).toEqual([
    { '@type': 'A' },
    { '@type': 'B' },
  ])
})
