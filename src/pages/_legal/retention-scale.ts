import type { Studio } from '../../schemas/studio.ts'

const YEAR_DAYS = 365

/** How long data of the apps is kept, in days, so that it can be drawn to one scale. */
export function retentionScale({ legal }: Pick<Studio, 'legal'>) {
  const compliance = legal.complianceYears * YEAR_DAYS
  return {
    /** The longest period, and where its years end. */
    whole: compliance,
    years: Array.from({ length: legal.complianceYears + 1 }, (_, year) => year * YEAR_DAYS),
    deleted: legal.softDeleteDays,
    deletedWithBackups: legal.softDeleteDays + legal.backupDays,
    closed: legal.closedDays,
    aiLogs: (legal.aiLogMonths / 12) * YEAR_DAYS,
    compliance,
  }
}
