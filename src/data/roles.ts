import { getCollection } from 'astro:content'

import { inOrder } from '../text/in-order.ts'

const entries = inOrder('content/roles', await getCollection('roles'))

export const roles = entries.map(({ data }) => data)
