/**
 * Netlify's prices in credits, as “How credits work” and “Functions usage and billing” in its
 * documentation had them in November 2026. A production deploy costs the same whatever it changes;
 * a preview costs nothing.
 */
export const prices = {
  gigabyteHour: 10,
  gigabyteSent: 20,
  tenThousandRequests: 2,
  productionDeploy: 15,
  freeMonth: 300,
}

/** Functions have 1,024 MB. */
const MEMORY_GB = 1
const HOUR_S = 60 * 60

export type Use = {
  /** Requests that the functions make to storage. */
  storage: number
  /** For which functions run. They mostly wait for storage. */
  seconds: number
  /** Requests to the site, for files and for functions. */
  requests: number
  /** What the site sends. */
  bytes: number
}

export const nothing: Use = { storage: 0, seconds: 0, requests: 0, bytes: 0 }

const gigabyteHours = ({ seconds }: Use): number => (seconds * MEMORY_GB) / HOUR_S

export const creditsOf = (use: Use): number =>
  gigabyteHours(use) * prices.gigabyteHour +
  (use.bytes / 1e9) * prices.gigabyteSent +
  (use.requests / 10_000) * prices.tenThousandRequests

const useOf = (figure: (of: keyof Use) => number): Use => ({
  storage: figure('storage'),
  seconds: figure('seconds'),
  requests: figure('requests'),
  bytes: figure('bytes'),
})

export const times = (use: Use, count: number): Use => useOf((of) => use[of] * count)

export const sum = (uses: readonly Use[]): Use =>
  useOf((of) => uses.reduce((all, one) => all + one[of], 0))

/** The last result of the bench. A test compares the guides with it. */
export const RESULT_FILE = 'docs/measurements/cost.json'

export type Result = {
  at: string
  prices: typeof prices
  /** What can't be measured here, and what was. */
  assumed: { storageMs: number; mailSeconds: number; startSeconds: number }
  scenes: Scenes
  totals: ReturnType<typeof totalsOf>
}

/** What each scene uses, by its name. */
export type Scenes = {
  idleMonth: Use
  /** A part of the idle month. */
  dailyChecks: Use
  visits: Use
  submissions: Record<string, Use>
  dashboardHour: Use
  floodDay: Use
}

const BUSY = { visits: 10_000, submissions: 200, dashboardHours: 20 }

const inCredits = (use: Use) => Math.ceil(creditsOf(use))

/** In credits: months, and a day, with what they may cost. */
export function totalsOf({ idleMonth, visits, submissions, dashboardHour, floodDay }: Scenes) {
  const kinds = Object.values(submissions)
  const busyMonth = sum([
    times(visits, BUSY.visits / 1_000),
    ...kinds.map((kind) => times(kind, BUSY.submissions / kinds.length / 1_000)),
    times(dashboardHour, BUSY.dashboardHours),
  ])
  return {
    idleMonth: { credits: inCredits(idleMonth), most: 15 },
    busyMonth: { credits: inCredits(busyMonth), most: 60 },
    bothMonths: { credits: inCredits(sum([idleMonth, busyMonth])), most: prices.freeMonth },
    floodDay: { credits: inCredits(floodDay), most: 60 },
  }
}

const whole = (figure: number) => Math.round(figure).toLocaleString('en')

/** The rows of the table in docs/measurements.md. */
export const rowsOf = ({ idleMonth, dailyChecks, visits, ...rest }: Scenes) =>
  [
    ['a month of the clock, nothing comes', idleMonth] as const,
    ['30 daily checks, a part of it', dailyChecks] as const,
    ['1,000 visits', visits] as const,
    ...Object.entries(rest.submissions).map(([name, use]) => [`1,000 × ${name}`, use] as const),
    ['an hour of an open dashboard', rest.dashboardHour] as const,
    ['a day of a flood at the limits', rest.floodDay] as const,
  ].map(([what, use]) => [
    what,
    whole(use.storage),
    whole(use.seconds),
    gigabyteHours(use).toFixed(2),
    whole(use.requests),
    whole(use.bytes / 1e6),
    creditsOf(use).toFixed(1),
  ])
