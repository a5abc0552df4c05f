import { getCollection } from 'astro:content'

/** All ventures, in the order in which every list shows them. */
export const ventures = (await getCollection('ventures')).sort(
  (one, other) => one.data.order - other.data.order,
)
