import type { Studio } from '../schemas/studio.ts'

/** The home page shows this many ventures large, and lists this many. */
export const HOME = { large: 3, listed: 6 }

/** Everything a text may quote in {braces}: the keys of content/studio.yaml, and what follows from them. */
export const factsOf = (studio: Studio, roles: number) => ({
  ...studio,
  counts: {
    roles,
    guilds: studio.model.guilds.length,
    focusAreas: studio.model.focusAreas.length,
    values: studio.values.length,
    /** From the first day of discovery to the end of the build sprint. */
    weeksToMarket: studio.model.discoveryWeeks + studio.model.sprintWeeks,
    /** Ventures that are planned and not begun. */
    venturesToCome: studio.figures.plannedVentures - studio.figures.ventures,
    /** Ventures that the home page shows large, and those that its list leaves out. */
    venturesLarge: HOME.large,
    venturesUnlisted: studio.figures.ventures - HOME.listed,
  },
})
