import { getCollection } from 'astro:content'

import { inOrder } from '../text/in-order.ts'
import { studio } from './studio.ts'

/** All ventures, in the order of every list. */
export const ventures = inOrder('content/ventures', await getCollection('ventures'))

const stated = studio.figures.ventures
if (ventures.length !== stated) {
  throw new Error(
    `content/studio.yaml: “figures.ventures” is ${stated}; it must be ${ventures.length}, as many as there are files in content/ventures.`,
  )
}
