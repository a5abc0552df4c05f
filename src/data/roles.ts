import { getCollection } from 'astro:content'

import { inOrder } from '../text/in-order.ts'
import { capitalised, inWords } from '../text/in-words.ts'

const entries = inOrder('content/roles', await getCollection('roles'))

export const roles = entries.map(({ data }) => data)

const count = capitalised(inWords(roles.length))
const isOne = roles.length === 1

/** For a sentence: “Three roles are open”. */
export const rolesAreOpen = isOne ? 'One role is open' : `${count} roles are open`
