import { offeredLists } from '#server/submissions/offered.ts'
import { fill } from '../messages.ts'
import type { Calls } from './calls.ts'
import { sum, times, nothing, type Use } from './credits.ts'

const RECORDS = 200
const EVERY_MS = 5 * 60 * 1_000
const RUNS_A_DAY = 288
const DAYS = 30

/**
 * A month in which nothing comes, with records in every list. One day is run, run by run. Each run
 * is counted as a new instance's: nobody promises that one lives for five minutes.
 */
export async function idleMonth(calls: Calls, startSeconds: number): Promise<Use> {
  await calls.aside(async () => {
    for (const list of await offeredLists()) await fill(list, RECORDS)
    for (let i = 0; i < 2; i++) await calls.tick()
  })
  calls.take()
  for (let i = 0; i < RUNS_A_DAY; i++) {
    calls.pass(EVERY_MS)
    await calls.tick()
  }
  const starts = { ...nothing, seconds: startSeconds * RUNS_A_DAY }
  return times(sum([calls.take(), starts]), DAYS)
}
