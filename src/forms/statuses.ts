/** What a list can be narrowed to, in the order of its chips. */
export const STATUSES = ['new', 'waiting', 'overdue', 'today', 'answered'] as const

export type Status = (typeof STATUSES)[number]

/** These lists begin with what is due first; replies fall due in the order of their messages. */
export const isDueFirst = (status: string | null | undefined): boolean =>
  status === 'waiting' || status === 'today' || status === 'overdue'
