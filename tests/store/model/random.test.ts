import './stand-ins.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../runs.ts'
import { play } from './play.ts'
import { schedules } from './schedules.ts'
import { prepare } from './world.ts'

prepare()

/** 20,000 schedules take an hour (`npm run test:long`). */
const PORTIONS = Array.from({ length: runs(1, 20) }, (_, i) => i + 1)
/** Another number of schedules, and the seed of those that failed: RUNS=1000 SEED=1 vitest … */
const numRuns = Number(process.env['RUNS'] ?? runs(25, 1_000))
const seed = process.env['SEED']
/** One schedule that never ends is named; many of them may take long on a busy machine. */
const MOST_MS = { one: 60_000, all: 60 * 60_000 }

test.each(PORTIONS)(
  'whatever happens in whatever order, nobody is told anything wrong: portion %i',
  async () => {
    let steps = 0
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => {
        steps += (await play(schedule)).step
      }),
      { numRuns, timeout: MOST_MS.one, ...(seed && { seed: Number(seed) }) },
    )
    expect(steps, 'requests to storage').toBeGreaterThan(10 * numRuns)
  },
  MOST_MS.all,
)
