import type { CollectionEntry } from 'astro:content'

import { studio } from '../../data/studio.ts'
import { appPage } from '../../islands/portfolio/links.ts'

/** The page of the venture’s app on this site, if it has one. */
function ownPage(name: string) {
  const path = appPage(name)
  return path && studio.host + path
}

/** The list of ventures for search engines. */
export const structuredData = (ventures: CollectionEntry<'ventures'>[]) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  numberOfItems: ventures.length,
  itemListElement: ventures.map(({ data: { name, description, website } }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: { '@type': 'Organization', name, description, url: website ?? ownPage(name) },
  })),
})
