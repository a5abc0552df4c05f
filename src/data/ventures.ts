import { getCollection, getEntry } from 'astro:content'

import { inOrder } from '../text/in-order.ts'

/** All ventures, in the order of every list. */
export const ventures = inOrder(await getCollection('ventures'))

const entry = await getEntry('featuredVenture', 'featured')

/** The venture in the portfolio's spotlight, if there is one that is shown. */
export const featured = entry?.data
