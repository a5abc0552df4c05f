import { getEntry } from 'astro:content'

const entry = await getEntry('featuredVenture', 'featured')

/** The venture in the portfolio's spotlight, if there is one that is shown. */
export const featured = entry?.data
