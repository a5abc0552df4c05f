import type { ListPage } from '#api/admin-contract.ts'

/** The first pages of lists as they were read last; one is shown until it is read again. */
export const keptPages = new Map<string, ListPage & { isHeld: boolean }>()

/** Forgets what shows the record of this id: it has changed, or is gone. */
export function forgetPagesWith(id: string) {
  for (const [name, { items }] of keptPages)
    if (items.some((one) => one.id === id)) keptPages.delete(name)
}
