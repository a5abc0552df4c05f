import type { Chance } from './chance.ts'

/** A drawing: from chance alone to the parts of a picture, one above the other. */
export type Drawing = (chance: Chance) => string[]
