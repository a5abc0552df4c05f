import type { CollectionEntry } from 'astro:content'

/** The ventures as a list that search engines can read. */
export const structuredData = (ventures: CollectionEntry<'ventures'>[]) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  numberOfItems: ventures.length,
  itemListElement: ventures.map(({ data: { name, description, website } }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: { '@type': 'Organization', name, description, url: website },
  })),
})
