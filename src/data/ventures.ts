import { getCollection, getEntry } from 'astro:content'

import { inOrder } from '../text/in-order.ts'
import { isPublished } from './studio.ts'

/** All ventures, in the order of every list. */
export const ventures = inOrder('content/ventures', await getCollection('ventures'), isPublished)

const entry = await getEntry('featuredVenture', 'featured')

/** The venture in the portfolio's spotlight, if there is one that is shown. */
export const featured = entry?.data
