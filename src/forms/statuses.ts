/** What a list can be narrowed to, in the order of its chips. */
export const STATUSES = ['new', 'waiting', 'overdue', 'answered'] as const

export type Status = (typeof STATUSES)[number]
