import { z } from 'astro/zod'

import { isTimeZone } from '../promises/calendar.ts'
import { replyTime } from '../promises/reply-time.ts'
import { day } from './dates.ts'
import { words } from './words/parts.ts'

/** A figure as it is printed, with currency and plus sign: `₹80L+`, `72%`. */
const figure = words

/** The postal address. Pages print two lines, the footer only the city. */
const address = z.strictObject({
  street: words.describe('House and street, or sector.'),
  locality: words.describe('The city, by its official name.'),
  region: words.describe('The state, as printed.'),
  postalCode: words.describe('In quotes, so that YAML reads a text.'),
  country: words.describe('The country as printed.'),
  countryCode: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a country of two capitals, such as IN')
    .describe("The country's code (ISO 3166)."),
})

const socialLink = z.strictObject({
  label: words.describe('The name of the network, the label of its icon.'),
  href: words.describe('The address of the profile. `#` means that there is none yet.'),
  icon: z
    .enum(['linkedin', 'x', 'instagram', 'youtube'])
    .describe('Its drawing in src/components/social.svg.'),
})

/** Counts and sums. Both numbers of markets (7 and 18) are kept because the sources disagree. */
const figures = z.strictObject({
  journey: figure.describe("How a company progresses with the studio, on the studio's own scale."),
  ventures: z.int().positive().describe('Active portfolio companies.'),
  plannedVentures: z.int().positive().describe('Companies planned in total.'),
  plannedBy: z.int().describe('The year by which they are planned.'),
  capitalDeployed: figure.describe('Capital deployed so far.'),
  capitalDeployedCard: figure.describe('The same on the portfolio’s stat card.'),
  annualGoal: figure.describe('Capital to deploy per year.'),
  operators: figure.describe('Operators and experts.'),
  investors: figure.describe('Aligned investors.'),
  // The definitions of all following figures are open: see content/TO-CONFIRM.md.
  retention: figure.describe('The share of the portfolio that goes on.'),
  jobs: figure.describe('Jobs created.'),
  markets: z.int().positive().describe('The number of markets on the portfolio page.'),
  faqMarkets: z.int().positive().describe('The number of markets on the questions page.'),
  activeBuilds: z.int().positive().describe('The number of active builds on the questions page.'),
  returnMultiple: figure.describe(
    'Printed for investors without a label, because its definition is missing.',
  ),
  followOn: figure.describe('The follow-on share.'),
  followOnMonths: z.int().positive().describe('Within how many months.'),
})

/** A guild of operators, and its work in a sprint. */
const guild = z.strictObject({
  name: words.describe('Its name.'),
  does: words.describe('What it does in a company, in one sentence.'),
  days: z
    .array(z.int().min(0).max(5))
    .describe('Days of work per week in a typical sprint: a number from 0 to 5 for each week.'),
})

/** How the studio works, and its terms. */
const terms = z.strictObject({
  sprintWeeks: z.int().positive().describe('Length of the build sprint, in weeks.'),
  discoveryWeeks: z.int().positive().describe('Length of discovery and validation, in weeks.'),
  buyerTalks: z
    .int()
    .positive()
    .multipleOf(2, 'must be an even number')
    .describe(
      'Talks with buyers in discovery. The number is even: half of them are held by week 2.',
    ),
  mvpDays: words.describe('Days from the start until an MVP is in the market.'),
  residencyDays: z
    .int()
    .positive()
    .describe('Days that an entrepreneur in residence has for a first company.'),
  ticket: words.describe('The size of the first investment.'),
  stages: words.describe('The range of stages.'),
  embeddedMonths: words.describe('How many months a squad stays in a company.'),
  geography: words.describe('Where the studio invests.'),
  focusAreas: z.array(words).min(1).describe('The fields it invests in.'),
  guilds: z.array(guild).min(1).describe('The guilds of its operators.'),
})

const model = terms.refine(
  ({ guilds, sprintWeeks }) => guilds.every(({ days }) => days.length === sprintWeeks),
  {
    path: ['guilds'],
    error: 'must have a number of days in each guild for every week of the sprint',
  },
)

/** One of the studio's values, and its price. */
const value = z.strictObject({
  name: words.describe('Two or three words.'),
  means: words.describe('What it means in practice, in one sentence.'),
  costs: words.describe('What the studio gives up for it, in one or two sentences.'),
  atWork: words
    .optional()
    .describe(
      'What it means for people who work here. The careers page shows only values with this key.',
    ),
})

/** Words that say when a reply is due. Readers see them, and the admin area's clock parses them. */
const replyWithin = words.refine((promise) => replyTime(promise) !== null, {
  error: 'must be hours or business days, such as “24 hours” or “two business days”',
})

/** Deadlines. Each text follows “within”. */
const promises = z.strictObject({
  contactReply: replyWithin.describe('Next steps after a contact message.'),
  faqReply: words.describe('The average reply time on the questions page.'),
  investorReply: replyWithin.describe('The data room and next steps for an investor.'),
  eirReply: replyWithin.describe('The answer to an EIR application.'),
  requestsAnswered: words.describe('The answer to a request about personal data.'),
  breachNotice: words.describe('The notice of a data breach.'),
  changeNotice: words.describe('The notice before a policy changes.'),
})

/** Facts that all apps share. */
const apps = z.strictObject({
  platform: words.describe('The operating system of the apps.'),
  price: z.number().nonnegative().describe('The price of an app.'),
  currency: z
    .string()
    .length(3, 'must be a currency of three letters, such as INR')
    .describe('Its currency (ISO 4217).'),
  launch: words.describe('The text beside the store’s button.'),
})

/** A studio without apps has no such term. */
const ofApps = (about: string) => z.int().positive().optional().describe(about)

/** Terms of the legal texts. The texts print these values and repeat none as a literal. */
const legal = z.strictObject({
  effective: day.describe(
    'The effective date of the texts. A text that changes later has its own date.',
  ),
  minimumAge: z.int().positive().describe('The minimum age for the forms and the apps.'),
  liabilityCap: words.describe('The liability cap is the greater of this sum …'),
  feeMonths: z.int().positive().describe('… and the fees of this many months before the claim.'),
  seat: words.describe('The seat of arbitration.'),
  complianceYears: z
    .int()
    .positive()
    .describe('Years that records for the authorities are kept, at most.'),
  closedDays: z
    .int()
    .positive()
    .describe('Days after which a closed workspace is deleted, backups included.'),
  softDeleteDays: ofApps('Days in which a deletion in an app can be undone.'),
  backupDays: ofApps('Further days until the backups are deleted.'),
  heldDays: z
    .int()
    .positive()
    .describe('Days after which a held submission that nobody released is deleted.'),
  aiLogMonths: ofApps('Months that logs of AI features are kept.'),
})

const YEAR_MS = 366 * 24 * 60 * 60 * 1_000

/** What the site says about its own security. */
const security = z.strictObject({
  hsts: z
    .strictObject({
      subdomains: z.boolean().describe('Whether every subdomain has HTTPS too, and always will.'),
      preload: z
        .boolean()
        .describe('Whether browsers’ own lists should have the domain. Hard to undo.'),
    })
    .refine(({ subdomains, preload }) => subdomains || !preload, {
      path: ['preload'],
      error: 'must be false where “subdomains” is: browsers’ lists take whole domains',
    })
    .describe('How far browsers are told to use HTTPS alone; the site itself in any case.'),
  reportsUntil: day
    .refine((one) => Date.parse(one) > Date.now(), {
      error: 'has passed; look at /.well-known/security.txt, then name a day within a year',
    })
    // https://www.rfc-editor.org/rfc/rfc9116#section-2.5.5
    .refine((one) => Date.parse(one) < Date.now() + YEAR_MS, {
      error: 'must be within a year, so that somebody looks at /.well-known/security.txt again',
    })
    .describe('The day until which /.well-known/security.txt holds: within a year.'),
})

const ORIGIN =
  'must be an https address without a path, in small letters, such as https://studio.example'

/** content/studio.yaml: the studio's name and contact, and the facts that pages quote. */
export const studioSchema = z.strictObject({
  name: words.describe("The studio's name. No other file contains it."),
  host: z
    .url({ protocol: /^https$/, error: ORIGIN, abort: true })
    .refine((address) => new URL(address).origin === address, ORIGIN)
    .describe(
      "The site's origin, without a path. Canonical addresses and the sitemap start with it.",
    ),
  email: z.email().describe('The address visitors write to.'),
  address,
  hiringCity: words.describe('The city of the open roles, by the name that people search for.'),
  timeZone: z
    .string()
    .refine(isTimeZone, 'must be a time zone, such as Asia/Kolkata')
    .describe('The IANA time zone for business days and the daily digest.'),
  social: z.array(socialLink).describe('Profiles elsewhere, in the order of the footer.'),
  figures,
  model,
  values: z.array(value).min(1),
  promises,
  apps: apps.optional().describe('What all apps share, if there are any.'),
  legal,
  security,
})

/** The address as printed on an envelope, below the name. */
export const addressLines = ({ address }: Pick<Studio, 'address'>) => [
  `${address.street}, ${address.locality}`,
  `${address.region} ${address.postalCode}, ${address.country}`,
]

export type Studio = z.infer<typeof studioSchema>
