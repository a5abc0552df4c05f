import type { Chance } from './chance.ts'

/** Makes the parts of a picture from chance, the lowest first. */
export type Drawing = (chance: Chance) => string[]
