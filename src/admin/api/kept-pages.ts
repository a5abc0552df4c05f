import type { ListPage } from '#api/admin-contract.ts'

/**
 * The first pages of lists as this tab read them last, by list and query; one is shown until it is
 * read again. A change of one of its records drops it, and a sign-in or sign-out drops all.
 */
export const keptPages = new Map<string, ListPage & { isHeld: boolean }>()
