import { creditsOf, gigabyteHours, prices, sum, times, type Use } from './credits.ts'

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

const credits = (use: Use) => Math.ceil(creditsOf(use))

/** In credits: months, and a day, with what they may cost. */
export function totalsOf({ idleMonth, visits, submissions, dashboardHour, floodDay }: Scenes) {
  const kinds = Object.values(submissions)
  const busyMonth = sum([
    times(visits, BUSY.visits / 1_000),
    ...kinds.map((kind) => times(kind, BUSY.submissions / kinds.length / 1_000)),
    times(dashboardHour, BUSY.dashboardHours),
  ])
  return {
    idleMonth: { credits: credits(idleMonth), most: 15 },
    busyMonth: { credits: credits(busyMonth), most: 60 },
    bothMonths: { credits: credits(sum([idleMonth, busyMonth])), most: prices.freeMonth },
    floodDay: { credits: credits(floodDay), most: 60 },
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
