import { getCollection } from 'astro:content'

import { inOrder } from '../text/in-order.ts'
import { isClosed, isPublished } from './studio.ts'

const entries = inOrder('content/roles', await getCollection('roles'), isPublished)
const all = entries.map(({ data }) => data)

const slugs = all.map(({ slug }) => slug)
const shared = slugs.find((slug, index) => slugs.indexOf(slug) !== index)
if (shared)
  throw new Error(`content/roles: two files have “slug” ${shared}; each has its own page.`)

/** The open roles, in the order of every list. */
export const roles = all.filter((role) => !isClosed(role))

/** Roles whose last day is over. Only their own pages name them. */
export const closedRoles = all.filter(isClosed)
