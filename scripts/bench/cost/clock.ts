import { lastCheck } from '#server/canary/canary.ts'
import { dailyCheck } from '#server/housekeeping/daily-check.ts'
import { offeredLists } from '#server/collections/collection.ts'
import { fill } from '../messages.ts'
import type { Calls } from './calls.ts'
import { sum, times, nothing, type Use } from './credits.ts'

const RECORDS = 200
const EVERY_MS = 5 * 60 * 1_000
const RUNS_A_DAY = 288
const DAY_MS = RUNS_A_DAY * EVERY_MS
const DAYS = 30

/**
 * A month in which nothing comes, with records in every list, and what the daily checks are of it.
 * One day is run, run by run, with its check. Each call of a function is counted as a new
 * instance's: nobody promises that one lives for five minutes.
 */
export async function idleMonth(calls: Calls, startSeconds: number) {
  await calls.aside(async () => {
    for (const list of await offeredLists()) await fill(list, RECORDS)
    for (let i = 0; i < 2; i++) await calls.tick()
  })
  const monthOf = async (act: () => Promise<void>): Promise<Use> => {
    calls.take()
    await act()
    const day = calls.take()
    const starts = { ...nothing, seconds: startSeconds * day.requests }
    return times(sum([day, starts]), DAYS)
  }
  const began = Date.now()
  const month = await monthOf(async () => {
    for (let i = 0; i < RUNS_A_DAY; i++) {
      calls.pass(EVERY_MS)
      await calls.tick()
    }
  })
  await calls.aside(() => requirePassed(began))
  calls.pass(DAY_MS)
  const checks = await monthOf(() => calls.part(dailyCheck))
  await calls.aside(() => requirePassed(began + DAY_MS))
  return { month, checks }
}

/** A check that failed stops halfway and is made again every hour: its figures would be wrong. */
async function requirePassed(since: number): Promise<void> {
  const { passedAt, why } = (await lastCheck()) ?? { passedAt: null, why: 'It was not made.' }
  if (why !== null) throw new Error(`The daily check: ${why}`)
  if (Date.parse(passedAt ?? '') < since) throw new Error('The daily check was not made.')
}
