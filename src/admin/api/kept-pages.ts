import type { ListPage } from '#api/admin-contract.ts'

/** The first pages of lists as they were read last; one is shown until it is read again. */
export const keptPages = new Map<string, ListPage & { isHeld: boolean }>()
