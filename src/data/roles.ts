import { getCollection } from 'astro:content'

import { inOrder } from '../text/in-order.ts'
import { capitalised, inWords } from '../text/in-words.ts'

const entries = inOrder('content/roles', await getCollection('roles'))

/** The open roles, in their order. */
export const roles = entries.map(({ data }) => data)

const count = capitalised(inWords(roles.length))
const isOne = roles.length === 1

/** How many there are, as the menus say it: “Three open roles”. */
export const openRoles = `${count} open ${isOne ? 'role' : 'roles'}`

/** The same as a sentence: “Three roles are open”. */
export const rolesAreOpen = isOne ? 'One role is open' : `${count} roles are open`
