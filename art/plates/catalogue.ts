import { arcs } from './drawings/arcs.ts'
import { chladni } from './drawings/chladni.ts'
import { exploded } from './drawings/exploded.ts'
import { halftone } from './drawings/halftone.ts'
import { linkage } from './drawings/linkage.ts'
import { nomogram } from './drawings/nomogram.ts'
import { orbits } from './drawings/orbits.ts'
import { routes } from './drawings/routes.ts'
import { steps } from './drawings/steps.ts'
import { survey } from './drawings/survey.ts'
import { tally } from './drawings/tally.ts'

/** Drawings for a square plate, by name. If a plate names no drawing, its own name chooses one. */
export const square = { arcs, chladni, halftone, linkage, nomogram, orbits, routes, tally }

/** Drawings for a wide plate, by name. */
export const wide = { exploded, steps, survey }
