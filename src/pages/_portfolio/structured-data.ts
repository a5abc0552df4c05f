import type { CollectionEntry } from 'astro:content'

import { isAppPage } from '../../data/apps.ts'
import { studio } from '../../data/studio.ts'
import { appPage } from '../../islands/portfolio/links.ts'
import { appId } from '../_app/structured-data.ts'

type Venture = CollectionEntry<'ventures'>['data']

export const structuredData = (ventures: CollectionEntry<'ventures'>[]) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  numberOfItems: ventures.length,
  itemListElement: ventures.map(({ data }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: item(data),
  })),
})

/** A venture with an app's page is that app, and no company of its own. */
function item({ name, description, website }: Venture) {
  const page = appPage(name)
  if (!page || !isAppPage(page)) return { '@type': 'Organization', name, description, url: website }
  const url = website ?? studio.host + page
  return { '@type': 'MobileApplication', '@id': appId(page), name, description, url }
}
