import type { CollectionEntry } from 'astro:content'

import { studio } from '../../data/studio.ts'
import { venturePage } from '../../islands/portfolio/venture.ts'
import { appId } from '../_app/structured-data.ts'
import { appPathOf } from './app-path.ts'

type Entry = CollectionEntry<'ventures'>

export const structuredData = (ventures: Entry[]) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  numberOfItems: ventures.length,
  itemListElement: ventures.map((venture, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: ventureThing(venture),
  })),
})

/** A venture’s page, and what it is about. */
export const venturePageData = (venture: Entry) => ({
  '@type': 'WebPage',
  url: studio.host + venturePage(venture.id),
  mainEntity: ventureThing(venture),
})

/**
 * A venture with an app's page is that app, and no company of its own. Only confirmed facts go out
 * here: a description is the venture's own claim, and is on its page.
 */
function ventureThing({ id, data: { name, confirmed, ...data } }: Entry) {
  const page = appPathOf(name)
  const { website, founded } = confirmed ? data : {}
  if (page) {
    const url = website ?? studio.host + page
    return { '@type': 'MobileApplication', '@id': appId(page), name, url }
  }
  return {
    '@type': 'Organization',
    '@id': `${studio.host}${venturePage(id)}#venture`,
    name,
    url: website,
    foundingDate: founded === undefined ? undefined : `${founded}`,
  }
}
