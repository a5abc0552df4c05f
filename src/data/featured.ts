import { getEntry } from 'astro:content'

const entry = await getEntry('featuredVenture', 'featured')
if (!entry) throw new Error('content/featured-venture.yaml has no key “featured”.')

/** The venture in the portfolio's spotlight. */
export const featured = entry.data
