import { readdirSync, readFileSync } from 'node:fs'
import type { z } from 'astro/zod'
import { load } from 'js-yaml'

import { type Dates, publicationAt } from '../../src/publication/publication.ts'
import { faqSchema } from '../../src/schemas/faq.ts'
import { roleSchema } from '../../src/schemas/role.ts'
import { studioSchema } from '../../src/schemas/studio.ts'
import { fact, type Fact } from './fact.ts'

// The schema checks the rest.
const { studio: written } = load(readFileSync('content/studio.yaml', 'utf8')) as { studio: unknown }
const { figures, model, values, timeZone } = studioSchema.parse(written)

/** The build was made a moment ago. */
const { isPublished, isClosed } = publicationAt(Date.now(), timeZone)
const publicIn = (folder: string, schema: z.ZodType<Dates>) =>
  readdirSync(`content/${folder}`)
    .map((file) => schema.parse(load(readFileSync(`content/${folder}/${file}`, 'utf8'))))
    .filter((entry) => isPublished(entry) && !isClosed(entry)).length

/** Expands a range such as $25K–$150K. */
const inFull = (ticket: string) => ticket.replaceAll('K', ',000').replace('–', ' to ')

/** The studio's figures and terms, as pages state them. */
export const studioFacts: Fact[] = [
  fact('ventures', /\b(\d+)[ \n]active (?:portfolio companies|ventures)/, figures.ventures),
  fact(
    'ventures, now or planned',
    /(?<!from )\b(\d+) (?:ventures|companies)\b/,
    figures.ventures,
    figures.plannedVentures,
  ),
  fact('ventures, on a card', /Active ventures\n(\d+)/, figures.ventures),
  fact('planned ventures', /\b(\d+) (?:ventures )?by \d{4}/, figures.plannedVentures),
  fact('the year of the plan', /\b(?:[Pp]lanned|\d+|ventures) by (\d{4})/, figures.plannedBy),
  fact(
    'capital deployed',
    /(₹\S+)[ \n]capital deployed/,
    figures.capitalDeployed,
    figures.capitalDeployedCard,
  ),
  fact('capital deployed, on a card', /Capital deployed\n(\S+)/, figures.capitalDeployed),
  fact('annual goal', /(₹\S+) annual deployment goal/, figures.annualGoal),
  fact('operators', /(\d+\+?)[ \n]operators\b/, figures.operators),
  fact('aligned investors', /(\d+\+?)[ \n]aligned investors/, figures.investors),
  fact('retention', /(\d+%)[ \n]portfolio retention/, figures.retention),
  fact('jobs', /(\d+\+?)[ \n]jobs created/, figures.jobs),
  { ...fact('markets', /\b(\d+)[ \n]markets/, figures.markets), isOn: (path) => path !== '/faqs' },
  {
    ...fact('markets, among the questions', /\b(\d+) markets|markets\n(\d+)/, figures.faqMarkets),
    isOn: (path) => path === '/faqs',
  },
  fact('active builds', /\b(\d+) active builds/, figures.activeBuilds),
  fact('return', /\b(\d+\.\d+x)/, figures.returnMultiple),
  fact('follow-on', /(\d+%) follow-on/, figures.followOn),
  fact('months to a follow-on', /follow-on within (\d+) months/, figures.followOnMonths),
  fact('ticket', /(\$\d+K ?– ?\$\d+K)/, model.ticket),
  fact('ticket, in full', /tickets run from (\$[\d,]+ to \$[\d,]+)/, inFull(model.ticket)),
  fact('stages', /\b(Pre-seed to (?:Series [A-Z]|[A-Za-z]+))/, model.stages),
  fact(
    'stages, in a sentence',
    /\b[Ii]nvest[^.\n]*? (pre-seed to (?:Series [A-Z]|[A-Za-z]+))/,
    model.stages.replace('Pre', 'pre'),
  ),
  fact('embedded', /(\d+–\d+)[ \n]months/, model.embeddedMonths),
  fact('days to an MVP', /(\d+–\d+) days/, model.mvpDays),
  fact('length of a sprint', /\b(\d+)-week sprint/, model.discoveryWeeks, model.sprintWeeks),
  fact('length of the build sprint', /sprint of (\d+) weeks/, model.sprintWeeks),
  fact('length of discovery', /(?<!,)\b(\d+) weeks of discovery/, model.discoveryWeeks),
  fact('weeks to launch', /\b(\d+) weeks to launch/, model.discoveryWeeks + model.sprintWeeks),
  fact('talks with buyers', /\b(\d+) talks with buyers/, model.buyerTalks, model.buyerTalks / 2),
  fact('days of a residency', /\b(\d+) days to a (?:decision|yes)/, model.residencyDays),
  fact('guilds', /\b(\d+) guilds/, model.guilds.length),
  fact('focus areas', /\b(\d+) (?:focus )?areas/, model.focusAreas.length),
  fact('values', /\b(\d+) values/, values.length),
  fact('open roles', /\b(\d+) (?:open roles|roles are open)/, publicIn('roles', roleSchema)),
  fact('questions', /\b(\d+) questions founders ask/, publicIn('faqs', faqSchema)),
  fact('prototype rigs', /\b(\d+) (?:active )?prototype rig/, 1),
  fact('R&D grant', /grant(?: of|\n)[ ]?(₹\d+ lakh)/, '₹10 lakh'),
]
