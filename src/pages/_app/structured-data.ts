import type { CollectionEntry } from 'astro:content'

import { studio } from '../../data/studio.ts'

type App = Pick<
  CollectionEntry<'apps'>['data'],
  'name' | 'description' | 'category' | 'map' | 'gallery'
>

const { host, apps } = studio

/** What a search engine learns about an app. */
export const structuredData = (id: string, { name, description, category, map, gallery }: App) => ({
  '@context': 'https://schema.org',
  '@type': ['SoftwareApplication', 'MobileApplication'],
  name,
  description,
  url: `${host}/${id}`,
  operatingSystem: apps.platform,
  applicationCategory: category,
  featureList: map.rooms.map((room) => room.name),
  screenshot: gallery.map(({ screen }) => `${host}/screens/${screen}-720.avif`),
  publisher: { '@id': `${host}/#studio` },
  offers: { '@type': 'Offer', price: apps.price, priceCurrency: apps.currency },
})
