import './stand-ins.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../runs.ts'
import { play } from './play.ts'
import { schedules } from './schedules.ts'
import { prepare } from './world.ts'

prepare()

/** `npm run test:long` plays 20,000 schedules in an hour. */
const PORTIONS = Array.from({ length: runs(1, 20) }, (_, i) => i + 1)
/** RUNS sets the number of schedules, SEED repeats a failed run: RUNS=1000 SEED=1 vitest … */
const numRuns = Number(process.env['RUNS'] ?? runs(25, 1_000))
const seed = process.env['SEED']
/** Time limits. `one` names a schedule that never ends; `all` allows for a busy machine. */
const MOST_MS = { one: 60_000, all: 60 * 60_000 }

test.each(PORTIONS)(
  'no random schedule with random faults causes a wrong answer: portion %i',
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
