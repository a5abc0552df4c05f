import * as kv from './kv.ts'
import { withBudget } from './budget.ts'
import { newId } from './record-id.ts'
import { checks } from './self-test-checks.ts'

/**
 * Tries on the store itself what everything here builds on, under keys that nothing else uses. What a
 * run that was killed leaves of them, the housekeeping sweeps.
 */

/** What came of one check; a note says what was seen instead. */
type SelfTestCheck = { name: string; ok: boolean; note?: string }

/** What came of all of them, and when they last all passed (ISO 8601, or null for never). */
export type SelfTest = {
  ok: boolean
  ranAt: string
  passedAt: string | null
  checks: SelfTestCheck[]
}

const ROOT = 'self-test/'
const LAST = 'self-test/last'

/** The outcome of the last run, or null where there was none yet. */
export const lastSelfTest = async (): Promise<SelfTest | null> =>
  // Only a run writes there.
  ((await kv.get(LAST))?.value ?? null) as SelfTest | null

/** Runs every check. A store that does not answer is no outcome: then StorageDown is thrown. */
export async function selfTest(): Promise<SelfTest> {
  const run = `${ROOT}${newId()}/`
  const used = new Set<string>()
  const outcomes = await Promise.allSettled(
    checks.map(async ({ name, look }, number): Promise<SelfTestCheck> => {
      const note = await look((part) => {
        const key = `${run}${number}/${part}`
        used.add(key)
        return key
      })
      return note === undefined ? { name, ok: true } : { name, ok: false, note }
    }),
  )
  // Both: a store that lists too little would keep what it does not show.
  const listed = await withBudget(() => kv.list(run))
  await withBudget(() => removeAll([...new Set([...used, ...listed])]))
  return keep(outcomes.map(resultOf))
}

function resultOf(outcome: PromiseSettledResult<SelfTestCheck>): SelfTestCheck {
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

async function keep(results: SelfTestCheck[]): Promise<SelfTest> {
  const ok = results.every((one) => one.ok)
  const ranAt = new Date().toISOString()
  return withBudget(async () => {
    const passedAt = ok ? ranAt : ((await lastSelfTest())?.passedAt ?? null)
    const result = { ok, ranAt, passedAt, checks: results }
    await kv.put(LAST, result)
    return result
  })
}

const removeAll = (keys: readonly string[]) => Promise.all(keys.map(kv.remove))
