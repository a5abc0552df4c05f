import { getCollection } from 'astro:content'

import { inOrder } from '../text/in-order.ts'
import { isPublished } from './studio.ts'

/** All ventures, in the order of every list. */
export const ventures = inOrder('content/ventures', await getCollection('ventures'), isPublished)
