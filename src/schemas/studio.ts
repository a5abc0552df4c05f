import { z } from 'astro/zod'

import { isTimeZone } from '../promises/calendar.ts'
import { replyTime } from '../promises/reply-time.ts'

/** One sentence is enough for every key that is empty by mistake. */
const words = z.string().trim().min(1, 'must not be empty')

/** A figure as it is printed, currency and plus sign included: `₹80L+`, `72%`. */
const figure = words

/** The postal address. Pages print it in two lines, the footer its city; search engines get the parts. */
const address = z.strictObject({
  /** House and street, or sector. */
  street: words,
  /** The city, by its official name. */
  locality: words,
  /** The state. */
  region: words,
  /** In quotes, so that it stays a text. */
  postalCode: words,
  /** The country, as printed, … */
  country: words,
  /** … and as a code (ISO 3166). */
  countryCode: z.string().regex(/^[A-Z]{2}$/, 'must be a country of two capitals, such as IN'),
})

const socialLink = z.strictObject({
  /** The name of the network, read out beside its icon. */
  label: words,
  /** The address of the profile; `#` until there is one. */
  href: words,
  /** Which drawing of src/components/social.svg stands for it. */
  icon: z.enum(['linkedin', 'x', 'instagram', 'youtube']),
})

/** Counts and sums. Where the sources disagree (7 and 18 markets) both are kept. */
const figures = z.strictObject({
  /** The way of a company with the studio, on its own scale. */
  journey: figure,
  /** Active portfolio companies. */
  ventures: z.int().positive(),
  /** Companies planned in all, and the year by which they are planned. */
  plannedVentures: z.int().positive(),
  plannedBy: z.int(),
  /** Capital deployed so far; the portfolio's stat card prints it its own way. */
  capitalDeployed: figure,
  capitalDeployedCard: figure,
  /** Capital to be deployed in a year. */
  annualGoal: figure,
  /** Operators and experts. */
  operators: figure,
  /** Aligned investors. */
  investors: figure,
  /** Portfolio retention. What it counts is open, as of all that follow: see content/TO-CONFIRM.md. */
  retention: figure,
  /** Jobs created. */
  jobs: figure,
  /** Markets, as the portfolio states them. */
  markets: z.int().positive(),
  /** Markets, as the questions page states them. */
  faqMarkets: z.int().positive(),
  /** Active builds, as the questions page states them. */
  activeBuilds: z.int().positive(),
  /** Printed for investors without a label: nobody has said what is so many times what. */
  returnMultiple: figure,
  /** Follow-on, and within how many months. */
  followOn: figure,
  followOnMonths: z.int().positive(),
})

/** A guild of operators, and how much of a sprint it takes. */
const guild = z.strictObject({
  /** Its name. */
  name: words,
  /** What it does in a company, one sentence. */
  does: words,
  /** Days a week of work in a typical sprint: a number from 0 to 5 for each week. */
  days: z.array(z.int().min(0).max(5)),
})

/** How the studio works and on which terms. */
const terms = z.strictObject({
  /** Length of the build sprint, in weeks. */
  sprintWeeks: z.int().positive(),
  /** Length of discovery and validation, in weeks. */
  discoveryWeeks: z.int().positive(),
  /** Talks with buyers in discovery, an even number: half of them are held by week 2. */
  buyerTalks: z.int().positive().multipleOf(2, 'must be an even number'),
  /** Days from the start until an MVP is in the market. */
  mvpDays: words,
  /** Days an entrepreneur in residence has to get to a first company. */
  residencyDays: z.int().positive(),
  /** The cheque. */
  ticket: words,
  /** From which stage to which. */
  stages: words,
  /** How many months a squad stays inside a company. */
  embeddedMonths: words,
  /** Where the studio invests. */
  geography: words,
  /** The fields it invests in. */
  focusAreas: z.array(words).min(1),
  /** The guilds that its operators belong to. */
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
  /** Its name: two or three words. */
  name: words,
  /** What it means in practice, one sentence. */
  means: words,
  /** What the studio gives up for it, one or two sentences. */
  costs: words,
  /** What it means for someone who works here; the careers page shows the values that have this. */
  atWork: words.optional(),
})

/** Words that say when a reply is due, to readers and to the admin area's clock. */
const replyWithin = words.refine((said) => replyTime(said) !== null, {
  error: 'must be hours or business days, such as “24 hours” or “two business days”',
})

/** By when something happens. Each reads after “within”. */
const promises = z.strictObject({
  /** Next steps after a contact message. */
  contactReply: replyWithin,
  /** The average answer, as the questions page states it. */
  faqReply: words,
  /** The data room and next steps for an investor. */
  investorReply: replyWithin,
  /** The answer to an EIR application. */
  eirReply: replyWithin,
  /** The answer to a request about personal data. */
  requestsAnswered: words,
  /** The notice of a data breach. */
  breachNotice: words,
  /** Notice given before a policy changes. */
  changeNotice: words,
})

/** What holds for all three apps. */
const apps = z.strictObject({
  /** The system they run on. */
  platform: words,
  /** What they cost, and in which currency (ISO 4217). */
  price: z.number().nonnegative(),
  currency: z.string().length(3, 'must be a currency of three letters, such as INR'),
  /** What their pages say beside the store’s button. */
  launch: words,
})

/** What the three legal texts fix. They print these; none repeats one as a literal. */
const legal = z.strictObject({
  /** The day the texts took effect. A text that changes later says its own day. */
  effective: z.date({ error: 'must be a date such as 2025-10-19' }),
  /** How old one must be to use the forms and the apps. */
  minimumAge: z.int().positive(),
  /** The cap on liability: this sum, or … */
  liabilityCap: words,
  /** … the fees paid in so many months before the claim, whichever is greater. */
  feeMonths: z.int().positive(),
  /** The city where an arbitration has its seat. */
  seat: words,
  /** Years that records for the authorities are kept, at most. */
  complianceYears: z.int().positive(),
  /** Days after which a closed workspace is gone, backups included. */
  closedDays: z.int().positive(),
  /** Days that something deleted in an app can be brought back, … */
  softDeleteDays: z.int().positive(),
  /** … and days until it has left the backups after that. */
  backupDays: z.int().positive(),
  /** Days after which a held submission goes that nobody released. */
  heldDays: z.int().positive(),
  /** Months that logs of AI features are kept. */
  aiLogMonths: z.int().positive(),
})

/** The studio: name, contact, and the figures and promises that pages quote. content/studio.yaml. */
export const studioSchema = z.strictObject({
  /** The studio's name. Nothing else in the project says it. */
  name: words,
  /** Where the site lives, without a path: canonical addresses and the sitemap start with it. */
  host: z.url({ protocol: /^https$/, error: 'must be an https address without a path' }),
  /** The address visitors write to. */
  email: z.email(),
  address,
  /** The city of the open roles, by the name that people search for. */
  hiringCity: words,
  /** Where the studio's days begin and end (IANA): business days and the daily digest go by it. */
  timeZone: z.string().refine(isTimeZone, 'must be a time zone, such as Asia/Kolkata'),
  /** Profiles elsewhere, in the order of the footer. */
  social: z.array(socialLink),
  figures,
  model,
  /** What the studio holds to, in order. */
  values: z.array(value).min(1),
  promises,
  apps,
  legal,
})

/** The address as it stands on an envelope, below the name. */
export const addressLines = ({ address }: Pick<Studio, 'address'>) => [
  `${address.street}, ${address.locality}`,
  `${address.region} ${address.postalCode}, ${address.country}`,
]

/** What content/studio.yaml says. */
export type Studio = z.infer<typeof studioSchema>
