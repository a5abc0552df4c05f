import { checkPortion } from './check-portion.ts'
import type { Finding } from './check-span.ts'

/**
 * Looks at the whole store, record by record, and compares it with everything that is derived from
 * the records: rows, claims, and what a crash can leave behind. With `fix`, derived keys are made
 * anew from the records alone and leftovers are swept; records themselves are never touched. The
 * answer is everything that is not as the records say; empty in a store that is whole.
 */
export async function checkStore({ fix }: { fix: boolean }): Promise<Finding[]> {
  const keysOf = new Map<string, string[]>()
  for (let from: string | null = ''; from !== null;) {
    const portion = await checkPortion(fix, from)
    for (const { what, keys } of portion.findings) {
      keysOf.set(what, [...(keysOf.get(what) ?? []), ...keys])
    }
    from = portion.next
  }
  return [...keysOf].map(([what, keys]) => ({ what, keys }))
}
