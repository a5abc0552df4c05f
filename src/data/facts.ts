import { roles } from './roles.ts'
import { studio } from './studio.ts'

const { model, figures } = studio

/** The home page shows this many ventures large, and lists this many. */
export const HOME = { large: 3, listed: 6 }

/** Everything a text may quote in {braces}: the keys of content/studio.yaml, and what follows from them. */
export const facts = {
  ...studio,
  counts: {
    roles: roles.length,
    guilds: model.guilds.length,
    focusAreas: model.focusAreas.length,
    values: studio.values.length,
    /** The days of discovery, and the talks with buyers in each half of it. */
    discoveryDays: model.discoveryWeeks * 7,
    halfTheTalks: model.buyerTalks / 2,
    /** From the first day of discovery to the end of the build sprint. */
    weeksToMarket: model.discoveryWeeks + model.sprintWeeks,
    /** Ventures that are planned and not begun. */
    venturesToCome: figures.plannedVentures - figures.ventures,
    /** Ventures that the home page shows large, and those that its list leaves out. */
    venturesLarge: HOME.large,
    venturesUnlisted: figures.ventures - HOME.listed,
  },
}
