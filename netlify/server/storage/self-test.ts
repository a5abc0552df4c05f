import type { SelfTest } from '#api/admin-contract.ts'
import * as kv from './kv.ts'
import { withBudget } from './budget.ts'
import { newId } from './record-id.ts'
import { checks } from './self-test-checks.ts'

/** Tests what this site needs of the store. Housekeeping sweeps what a run leaves. */

const LAST = 'self-test/last'

/** Null before the first run. */
export const lastSelfTest = async (): Promise<SelfTest | null> =>
  // Only a run writes there.
  ((await kv.get(LAST))?.value ?? null) as SelfTest | null

/** Runs every check. Throws StorageDown if the store does not answer. */
export async function selfTest(): Promise<SelfTest> {
  const run = `self-test/${newId()}/`
  const used = new Set<string>()
  const outcomes = await Promise.allSettled(
    checks.map(async ({ name, look }, number): Promise<SelfTest['checks'][number]> => {
      const keyOf = (part: string) => {
        const key = `${run}${number}/${part}`
        used.add(key)
        return key
      }
      const note = await withBudget(() => look(keyOf))
      return note === undefined ? { name, ok: true } : { name, ok: false, note }
    }),
  )
  await withBudget(() => Promise.all([...used].map(kv.remove)))
  const results = outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
  const ok = results.every((one) => one.ok)
  const ranAt = new Date().toISOString()
  return withBudget(async () => {
    const passedAt = ok ? ranAt : ((await lastSelfTest())?.passedAt ?? null)
    const result = { ok, ranAt, passedAt, checks: results }
    await kv.put(LAST, result)
    return result
  })
}
