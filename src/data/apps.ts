import { getCollection } from 'astro:content'

import { inOrder } from '../text/in-order.ts'
import { studio } from './studio.ts'

/** The apps in the order of every list. A studio may have none. */
export const apps = inOrder(await getCollection('apps'))

/** What content/studio.yaml says of all apps. */
export function appTerms() {
  if (studio.apps) return studio.apps
  throw new Error('content/studio.yaml has no “apps”, but there are files in content/apps.')
}

/** The answer of a page whose content is not there. The build writes no file for an empty answer. */
export const noPage = () => new Response(null, { status: import.meta.env.DEV ? 404 : 204 })
