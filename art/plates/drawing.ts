import type { Chance } from './chance.ts'

/** Makes the SVG parts of a picture from bottom to top. */
export type Drawing = (chance: Chance) => string[]
