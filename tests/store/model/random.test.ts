import './stand-ins.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../runs.ts'
import { play } from './play.ts'
import { schedules } from './schedules.ts'
import { prepare } from './world.ts'

prepare()

/** Another number of schedules, and the seed of those that failed: RUNS=1000 SEED=1 vitest … */
const numRuns = Number(process.env['RUNS'] ?? runs(40))
const seed = process.env['SEED']

test('whatever happens in whatever order, nobody is told anything wrong', async () => {
  let steps = 0
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      steps += (await play(schedule)).step
    }),
    // One that never ends is named too.
    { numRuns, timeout: 20_000, ...(seed && { seed: Number(seed) }) },
  )
  expect(steps, 'requests to storage').toBeGreaterThan(10 * numRuns)
})
