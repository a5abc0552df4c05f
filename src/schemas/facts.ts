import { RESUME_LIMIT_BYTES } from '#forms/resume.ts'
import type { Studio } from './studio.ts'
import type { Venture } from './venture.ts'

/** The home page shows this many ventures large, and lists this many. */
export const HOME = { large: 3, listed: 6 }

type Lists = {
  ventures: readonly { id: string; name: string; stage: Venture['stage'] }[]
  roles: readonly { title: string }[]
  questions: readonly unknown[]
}

/** Everything a text may quote in {braces}: the keys of content/studio.yaml, and what follows from them. */
export function factsOf(studio: Studio, { ventures, roles, questions }: Lists) {
  const { model, figures } = studio
  const venturesAt = (stage: Venture['stage']) =>
    ventures.filter((venture) => venture.stage === stage).length
  return {
    ...studio,
    /** The names of the ventures, by the names of their files. */
    ventures: Object.fromEntries(ventures.map(({ id, name }) => [id, name])),
    /** The titles of the open roles: “A, B and C”. */
    roleTitles: new Intl.ListFormat('en-GB').format(roles.map(({ title }) => title)),
    counts: {
      roles: roles.length,
      guilds: model.guilds.length,
      focusAreas: model.focusAreas.length,
      values: studio.values.length,
      questions: questions.length,
      /** From the first day of discovery to the end of the build sprint. */
      weeksToMarket: model.discoveryWeeks + model.sprintWeeks,
      /** The days of discovery, and the talks with buyers in each half of it. */
      discoveryDays: model.discoveryWeeks * 7,
      halfTheTalks: model.buyerTalks / 2,
      /** Ventures that are planned and not begun, and the number that the next one will have. */
      venturesToCome: figures.plannedVentures - figures.ventures,
      nextVenture: figures.ventures + 1,
      /** Ventures at each funding stage. */
      venturesAtPreSeed: venturesAt('Pre-Seed'),
      venturesAtSeed: venturesAt('Seed'),
      venturesAtSeriesA: venturesAt('Series A'),
      /** Ventures that the home page shows large, and those that its list leaves out. */
      venturesLarge: HOME.large,
      venturesUnlisted: Math.max(0, figures.ventures - HOME.listed),
      /** The largest resume that the form accepts. */
      resumeMegabytes: RESUME_LIMIT_BYTES / 1_024 ** 2,
    },
  }
}
