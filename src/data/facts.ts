import { factsOf } from './facts-of.ts'
import { roles } from './roles.ts'
import { studio } from './studio.ts'

/** Everything that a text may quote in {braces}. */
export const facts = factsOf(studio, roles.length)
