import { getCollection } from 'astro:content'

import { inOrder } from '../text/in-order.ts'
import { isClosed } from './studio.ts'

const all = inOrder(await getCollection('roles')).map(({ data }) => data)

/** The open roles, in the order of every list. */
export const roles = all.filter((role) => !isClosed(role))

/** Roles whose last day is over. Only their own pages name them. */
export const closedRoles = all.filter(isClosed)
