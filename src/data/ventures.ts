import { getCollection } from 'astro:content'

import { inOrder } from '../text/in-order.ts'
import { studio } from './studio.ts'

/** All ventures, in the order in which every list shows them. */
export const ventures = inOrder('content/ventures', await getCollection('ventures'))

const said = studio.figures.ventures
if (ventures.length !== said) {
  throw new Error(
    `content/studio.yaml: “figures.ventures” is ${said}; it must be ${ventures.length}, as many as there are files in content/ventures.`,
  )
}
