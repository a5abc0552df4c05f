import { longDay } from '../text/day.ts'
import { addressLines, type Studio } from './studio.ts'

const some = (count: number | undefined, unit: string) => (count ? `${count} ${unit}` : undefined)

/** The facts from content/studio.yaml that a legal text may quote, by name. */
export const legalFacts = ({ name, host, address, promises, legal }: Studio) => ({
  studio: name,
  site: new URL(host).host,
  address: addressLines({ address }).join(', '),
  contactReply: promises.contactReply,
  investorReply: promises.investorReply,
  eirReply: promises.eirReply,
  requestsAnswered: promises.requestsAnswered,
  breachNotice: promises.breachNotice,
  changeNotice: promises.changeNotice,
  effective: longDay(legal.effective),
  minimumAge: `${legal.minimumAge}`,
  liabilityCap: legal.liabilityCap,
  feePeriod: `${legal.feeMonths} months`,
  seat: legal.seat,
  complianceRecords: `${legal.complianceYears} years`,
  closedWorkspaces: `${legal.closedDays} days`,
  softDelete: some(legal.softDeleteDays, 'days'),
  backups: some(legal.backupDays, 'days'),
  heldSubmissions: `${legal.heldDays} days`,
  aiLogs: some(legal.aiLogMonths, 'months'),
})

export type LegalFacts = ReturnType<typeof legalFacts>

/** The fact of this name, which `file` quotes. An unknown name stops the build with a list of the known names. */
export function factNamed(name: string, facts: LegalFacts, file: string): string {
  const fact = Object.entries(facts).find(([one]) => one === name)?.[1]
  if (fact !== undefined) return fact
  throw new Error(
    `${file}: there is no fact “${name}”. Known are ${Object.keys(facts).join(', ')}.`,
  )
}

/** The days of a fact such as “72 hours” or “30 days”, so that it can be drawn. */
export function daysIn(fact: string): number {
  const [, count, unit] = /^(\d+)\s(hour|day)s?$/.exec(fact) ?? []
  if (count) return Number(count) / (unit === 'hour' ? 24 : 1)
  throw new Error(`content/legal: “${fact}” is not in hours or days, so it cannot be drawn.`)
}

const YEAR_DAYS = 365

/** How long data of the apps is kept, in days, so that it can be drawn to one scale. */
export function retentionScale({ legal }: Pick<Studio, 'legal'>) {
  const { softDeleteDays, backupDays, aiLogMonths } = legal
  if (!softDeleteDays || !backupDays || !aiLogMonths)
    throw new Error('content/studio.yaml: “legal” says too little to draw how long data is kept.')
  const compliance = legal.complianceYears * YEAR_DAYS
  return {
    /** The longest period, and where its years end. */
    whole: compliance,
    years: Array.from({ length: legal.complianceYears + 1 }, (_, year) => year * YEAR_DAYS),
    deleted: softDeleteDays,
    deletedWithBackups: softDeleteDays + backupDays,
    closed: legal.closedDays,
    aiLogs: (aiLogMonths / 12) * YEAR_DAYS,
    compliance,
  }
}
