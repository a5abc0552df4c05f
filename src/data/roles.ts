import { getCollection } from 'astro:content'

import { inOrder, requireOwn } from '../text/in-order.ts'
import { isClosed, isPublished } from './studio.ts'

const entries = inOrder('content/roles', await getCollection('roles'), isPublished)
requireOwn('content/roles', entries, 'slug')
const all = entries.map(({ data }) => data)

/** The open roles, in the order of every list. */
export const roles = all.filter((role) => !isClosed(role))

/** Roles whose last day is over. Only their own pages name them. */
export const closedRoles = all.filter(isClosed)
