import type { Studio } from '../../schemas/studio.ts'

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
