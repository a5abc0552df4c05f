import type { Studio } from '../schemas/studio.ts'
import { breadcrumbs, type Navigation } from './breadcrumbs.ts'
import type { PageMetadata } from './page-metadata.ts'

type Thing = Record<string, unknown>
type Page = Pick<PageMetadata, 'title' | 'structuredData' | 'noindex'> & { path: string }

/**
 * What a page tells search engines (https://schema.org, as JSON-LD): the studio, the breadcrumbs,
 * and the page's own thing, such as an article or an app.
 */
export function structuredData(studio: Studio, navigation: Navigation, page: Page): Thing {
  const { structuredData: own = {} } = page
  // JSON-LD keeps several things in such a list (https://www.w3.org/TR/json-ld11/#named-graphs).
  const things = Array.isArray(own['@graph']) ? (own['@graph'] as Thing[]) : [own]
  return {
    '@context': 'https://schema.org',
    '@graph': [
      page.path === '/' ? organisation(studio) : studioInBrief(studio),
      ...place(studio, navigation, page),
      ...things.filter((thing) => '@type' in thing).map(withoutContext),
    ],
  }
}

/** A page without a place on the site, such as “not found”, has no breadcrumbs. */
function place(studio: Studio, navigation: Navigation, { path, title, noindex }: Page): Thing[] {
  if (noindex) return []
  return [path === '/' ? website(studio) : breadcrumbs(studio.host, navigation, path, title)]
}

/** The `@context` at the top is enough. */
const withoutContext = (thing: Thing): Thing =>
  Object.fromEntries(Object.entries(thing).filter(([key]) => key !== '@context'))

/** A reference to the studio from another thing. */
export const studioId = ({ host }: Pick<Studio, 'host'>) => ({ '@id': `${host}/#studio` })

/** What every page says of the studio. The home page says the rest, by the same id. */
const studioInBrief = (studio: Studio): Thing => ({
  '@type': 'Organization',
  ...studioId(studio),
  name: studio.name,
  url: `${studio.host}/`,
  logo: `${studio.host}/icon-512.png`,
})

const organisation = (studio: Studio): Thing => ({
  ...studioInBrief(studio),
  email: studio.email,
  address: postalAddress(studio),
  contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', email: studio.email },
  ...profiles(studio),
})

export const postalAddress = ({ address }: Studio): Thing => ({
  '@type': 'PostalAddress',
  streetAddress: address.street,
  addressLocality: address.locality,
  addressRegion: address.region,
  postalCode: address.postalCode,
  addressCountry: address.countryCode,
})

/** The address `#` means that there is no profile yet. */
function profiles({ social }: Studio): Thing {
  const sameAs = social.map(({ href }) => href).filter((href) => href !== '#')
  return sameAs.length > 0 ? { sameAs } : {}
}

const website = (studio: Studio): Thing => ({
  '@type': 'WebSite',
  '@id': `${studio.host}/#site`,
  name: studio.name,
  url: `${studio.host}/`,
  inLanguage: 'en-GB',
  publisher: studioId(studio),
})
