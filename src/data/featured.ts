import { getEntry } from 'astro:content'

const entry = await getEntry('featuredVenture', 'featured')

/** The venture in the portfolio's spotlight, if there is one. */
export const featured = entry?.data
