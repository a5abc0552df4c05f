import type { CollectionEntry } from 'astro:content'

import { appTerms } from '../../data/apps.ts'
import { studio } from '../../data/studio.ts'
import { studioId } from '../../seo/structured-data.ts'

type App = Pick<
  CollectionEntry<'apps'>['data'],
  'name' | 'description' | 'category' | 'map' | 'gallery'
>

const { host } = studio

/** An app’s id on its own page, for other pages too. */
export const appId = (path: string) => `${host}${path}#app`

export const structuredData = (
  id: string,
  { name, description, category, map, gallery }: App,
  { platform, price, currency } = appTerms(),
) => ({
  '@context': 'https://schema.org',
  '@type': 'MobileApplication',
  '@id': appId(`/${id}`),
  name,
  description,
  url: `${host}/${id}`,
  operatingSystem: platform,
  applicationCategory: category,
  featureList: map.rooms.map((room) => room.name),
  image: `${host}/social/${id}.png`,
  inLanguage: 'en',
  isAccessibleForFree: price === 0,
  screenshot: gallery.map(({ screen }) => `${host}/screens/${screen}-720.avif`),
  publisher: studioId(studio),
  offers: {
    '@type': 'Offer',
    price,
    priceCurrency: currency,
    // No app can be had yet.
    availability: 'https://schema.org/PreOrder',
  },
})
