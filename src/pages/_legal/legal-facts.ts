import { addressLines, type Studio } from '../../schemas/studio.ts'

/** As a date stands in a letter: 19 October 2025. */
export const inFull = (day: Date) =>
  day.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })

/** What a legal text may quote of content/studio.yaml, by the name it is quoted under. */
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
  effective: inFull(legal.effective),
  minimumAge: `${legal.minimumAge}`,
  liabilityCap: legal.liabilityCap,
  feePeriod: `${legal.feeMonths} months`,
  seat: legal.seat,
  complianceRecords: `${legal.complianceYears} years`,
  closedWorkspaces: `${legal.closedDays} days`,
  softDelete: `${legal.softDeleteDays} days`,
  backups: `${legal.backupDays} days`,
  heldSubmissions: `${legal.heldDays} days`,
  aiLogs: `${legal.aiLogMonths} months`,
})

export type LegalFacts = ReturnType<typeof legalFacts>

/** The fact of this name. A name that is none stops the build and says which there are. */
export function factNamed(name: string, facts: LegalFacts): string {
  const fact = Object.entries(facts).find(([one]) => one === name)?.[1]
  if (fact !== undefined) return fact
  throw new Error(`There is no fact “${name}”. Known are ${Object.keys(facts).join(', ')}.`)
}

/** A line from the head of a legal text, with facts in place of their {names}. */
export const withFacts = (line: string, facts: LegalFacts) =>
  line.replaceAll(/\{(.*?)\}/g, (_, name: string) => factNamed(name, facts))
