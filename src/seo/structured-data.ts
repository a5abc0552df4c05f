import type { Studio } from '../schemas/studio.ts'

type Thing = Record<string, unknown>

/**
 * What a page tells search engines (https://schema.org, as JSON-LD): the studio, the way to the page,
 * and the page's own thing, such as an article or an app.
 */
export function structuredData(
  studio: Studio,
  path: string,
  title: string,
  own: Thing = {},
): Thing {
  // JSON-LD keeps several things in such a list (https://www.w3.org/TR/json-ld11/#named-graphs).
  const things = Array.isArray(own['@graph']) ? (own['@graph'] as Thing[]) : [own]
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organisation(studio),
      ...(path === '/' ? [] : [breadcrumbs(studio.host, path, title)]),
      ...things.filter((thing) => '@type' in thing).map(withoutContext),
    ],
  }
}

/** One context at the top is enough. */
const withoutContext = (thing: Thing): Thing =>
  Object.fromEntries(Object.entries(thing).filter(([key]) => key !== '@context'))

const organisation = ({ name, host, email }: Studio): Thing => ({
  '@type': 'Organization',
  '@id': `${host}/#studio`,
  name,
  url: `${host}/`,
  email,
  logo: `${host}/icon-512.png`,
})

/** Home, the folders between, and the page itself. */
function breadcrumbs(host: string, path: string, title: string): Thing {
  const segments = path.split('/').slice(1)
  const folders = segments.slice(0, -1).map((segment, i) => ({
    name: segment.charAt(0).toUpperCase() + segment.slice(1),
    item: `${host}/${segments.slice(0, i + 1).join('/')}`,
  }))
  const steps = [{ name: 'Home', item: `${host}/` }, ...folders, { name: title, item: host + path }]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, i) => ({ '@type': 'ListItem', position: i + 1, ...step })),
  }
}
