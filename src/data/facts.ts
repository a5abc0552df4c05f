import { RESUME_LIMIT_BYTES } from '#forms/resume.ts'
import { roles } from './roles.ts'
import { studio } from './studio.ts'

const { model, figures } = studio

/** The home page shows this many ventures large, and lists this many. */
export const HOME = { large: 3, listed: 6 }

/** Everything a text may quote in {braces}: the keys of content/studio.yaml, and what follows from them. */
export const facts = {
  ...studio,
  /** The titles of the open roles: “A, B and C”. */
  roleTitles: new Intl.ListFormat('en-GB').format(roles.map(({ title }) => title)),
  counts: {
    roles: roles.length,
    guilds: model.guilds.length,
    focusAreas: model.focusAreas.length,
    values: studio.values.length,
    /** From the first day of discovery to the end of the build sprint. */
    weeksToMarket: model.discoveryWeeks + model.sprintWeeks,
    /** The number of the venture that is not begun. */
    nextVenture: figures.ventures + 1,
    /** The largest resume that the form accepts. */
    resumeMegabytes: RESUME_LIMIT_BYTES / 1_024 ** 2,
    /** Ventures that are planned and not begun. */
    venturesToCome: figures.plannedVentures - figures.ventures,
    /** Ventures that the home page shows large, and those that its list leaves out. */
    venturesLarge: HOME.large,
    venturesUnlisted: figures.ventures - HOME.listed,
  },
}
