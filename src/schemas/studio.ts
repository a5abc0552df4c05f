import { z } from 'astro/zod'

import { isTimeZone } from '../promises/calendar.ts'
import { replyTime } from '../promises/reply-time.ts'

/** The same sentence serves every empty key. */
const words = z.string().trim().min(1, 'must not be empty')

/** A figure as it is printed, with currency and plus sign: `₹80L+`, `72%`. */
const figure = words

/** The postal address. Pages print two lines, the footer only the city. */
const address = z.strictObject({
  /** House and street, or sector. */
  street: words,
  /** The city, by its official name. */
  locality: words,
  region: words,
  /** In quotes, so that YAML reads a text. */
  postalCode: words,
  /** The country as printed. */
  country: words,
  /** The country's code (ISO 3166). */
  countryCode: z.string().regex(/^[A-Z]{2}$/, 'must be a country of two capitals, such as IN'),
})

const socialLink = z.strictObject({
  /** The name of the network, the label of its icon. */
  label: words,
  /** The address of the profile. `#` means that there is none yet. */
  href: words,
  /** Its drawing in src/components/social.svg. */
  icon: z.enum(['linkedin', 'x', 'instagram', 'youtube']),
})

/** Counts and sums. Both numbers of markets (7 and 18) are kept because the sources disagree. */
const figures = z.strictObject({
  /** How a company progresses with the studio, on the studio's own scale. */
  journey: figure,
  /** Active portfolio companies. */
  ventures: z.int().positive(),
  /** Companies planned in total, and the year by which they are planned. */
  plannedVentures: z.int().positive(),
  plannedBy: z.int(),
  /** Capital deployed so far. The portfolio's stat card has its own spelling of it. */
  capitalDeployed: figure,
  capitalDeployedCard: figure,
  /** Capital to deploy per year. */
  annualGoal: figure,
  /** Operators and experts. */
  operators: figure,
  /** Aligned investors. */
  investors: figure,
  /** The definitions of this and all following figures are open: see content/TO-CONFIRM.md. */
  retention: figure,
  jobs: figure,
  /** The number of markets on the portfolio page. */
  markets: z.int().positive(),
  /** The number of markets on the questions page. */
  faqMarkets: z.int().positive(),
  /** The number of active builds on the questions page. */
  activeBuilds: z.int().positive(),
  /** Printed for investors without a label, because its definition is missing. */
  returnMultiple: figure,
  /** The follow-on share, and within how many months. */
  followOn: figure,
  followOnMonths: z.int().positive(),
})

/** A guild of operators, and its work in a sprint. */
const guild = z.strictObject({
  name: words,
  /** What it does in a company, in one sentence. */
  does: words,
  /** Days of work per week in a typical sprint: a number from 0 to 5 for each week. */
  days: z.array(z.int().min(0).max(5)),
})

/** How the studio works, and its terms. */
const terms = z.strictObject({
  /** Length of the build sprint, in weeks. */
  sprintWeeks: z.int().positive(),
  /** Length of discovery and validation, in weeks. */
  discoveryWeeks: z.int().positive(),
  /** Talks with buyers in discovery. The number is even: half of them are held by week 2. */
  buyerTalks: z.int().positive().multipleOf(2, 'must be an even number'),
  /** Days from the start until an MVP is in the market. */
  mvpDays: words,
  /** Days that an entrepreneur in residence has for a first company. */
  residencyDays: z.int().positive(),
  /** The size of the first investment. */
  ticket: words,
  /** The range of stages. */
  stages: words,
  /** How many months a squad stays in a company. */
  embeddedMonths: words,
  /** Where the studio invests. */
  geography: words,
  /** The fields it invests in. */
  focusAreas: z.array(words).min(1),
  /** The guilds of its operators. */
  guilds: z.array(guild).min(1),
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
  /** Two or three words. */
  name: words,
  /** What it means in practice, in one sentence. */
  means: words,
  /** What the studio gives up for it, in one or two sentences. */
  costs: words,
  /** What it means for people who work here. The careers page shows only values with this key. */
  atWork: words.optional(),
})

/** Words that say when a reply is due. Readers see them, and the admin area's clock parses them. */
const replyWithin = words.refine((promise) => replyTime(promise) !== null, {
  error: 'must be hours or business days, such as “24 hours” or “two business days”',
})

/** Deadlines. Each text follows “within”. */
const promises = z.strictObject({
  /** Next steps after a contact message. */
  contactReply: replyWithin,
  /** The average reply time on the questions page. */
  faqReply: words,
  /** The data room and next steps for an investor. */
  investorReply: replyWithin,
  /** The answer to an EIR application. */
  eirReply: replyWithin,
  /** The answer to a request about personal data. */
  requestsAnswered: words,
  /** The notice of a data breach. */
  breachNotice: words,
  /** The notice before a policy changes. */
  changeNotice: words,
})

/** Facts that all three apps share. */
const apps = z.strictObject({
  /** The operating system of the apps. */
  platform: words,
  /** The price, and its currency (ISO 4217). */
  price: z.number().nonnegative(),
  currency: z.string().length(3, 'must be a currency of three letters, such as INR'),
  /** The text beside the store’s button. */
  launch: words,
})

/** Terms of the three legal texts. The texts print these values and repeat none as a literal. */
const legal = z.strictObject({
  /** The effective date of the texts. A text that changes later has its own date. */
  effective: z.date({ error: 'must be a date such as 2025-10-19' }),
  /** The minimum age for the forms and the apps. */
  minimumAge: z.int().positive(),
  /** The liability cap is the greater of this sum … */
  liabilityCap: words,
  /** … and the fees of this many months before the claim. */
  feeMonths: z.int().positive(),
  /** The seat of arbitration. */
  seat: words,
  /** Years that records for the authorities are kept, at most. */
  complianceYears: z.int().positive(),
  /** Days after which a closed workspace is deleted, backups included. */
  closedDays: z.int().positive(),
  /** Days in which a deletion in an app can be undone. */
  softDeleteDays: z.int().positive(),
  /** Further days until the backups are deleted. */
  backupDays: z.int().positive(),
  /** Days after which a held submission that nobody released is deleted. */
  heldDays: z.int().positive(),
  /** Months that logs of AI features are kept. */
  aiLogMonths: z.int().positive(),
})

/** content/studio.yaml: the studio's name and contact, and the facts that pages quote. */
export const studioSchema = z.strictObject({
  /** The studio's name. No other file contains it. */
  name: words,
  /** The site's origin, without a path. Canonical addresses and the sitemap start with it. */
  host: z.url({ protocol: /^https$/, error: 'must be an https address without a path' }),
  /** The address visitors write to. */
  email: z.email(),
  address,
  /** The city of the open roles, by the name that people search for. */
  hiringCity: words,
  /** The IANA time zone for business days and the daily digest. */
  timeZone: z.string().refine(isTimeZone, 'must be a time zone, such as Asia/Kolkata'),
  /** Profiles elsewhere, in the order of the footer. */
  social: z.array(socialLink),
  figures,
  model,
  values: z.array(value).min(1),
  promises,
  apps,
  legal,
})

/** The address as printed on an envelope, below the name. */
export const addressLines = ({ address }: Pick<Studio, 'address'>) => [
  `${address.street}, ${address.locality}`,
  `${address.region} ${address.postalCode}, ${address.country}`,
]

export type Studio = z.infer<typeof studioSchema>
