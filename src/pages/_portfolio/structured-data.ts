import type { CollectionEntry } from 'astro:content'

import { studio } from '../../data/studio.ts'
import { appPage } from '../../islands/portfolio/links.ts'

function ownPage(name: string) {
  const path = appPage(name)
  return path && studio.host + path
}

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
