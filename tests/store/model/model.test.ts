import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { runs } from '../../runs.ts'
import { schedules } from './schedules.ts'
import { useWorld } from './store.ts'
import { tightSchedules } from './tight-schedules.ts'

vi.mock('node:zlib', async (original) => ({
  ...(await original<typeof import('node:zlib')>()),
  ...(await import('./quick-zlib.ts')),
}))
vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof import('node:crypto')>()),
  ...(await import('./counted-random.ts')),
}))

const play = useWorld()

/** Another number of schedules, and the seed of those that failed: RUNS=1000 SEED=1 vitest … */
const numRuns = Number(process.env['RUNS'] ?? runs(60))
const seed = process.env['SEED']

test('whatever happens in whatever order, nobody is told anything wrong', async () => {
  let steps = 0
  await fc.assert(
    fc.asyncProperty(fc.oneof(schedules, tightSchedules), async (schedule) => {
      steps += (await play(schedule)).step
    }),
    // One that never ends is named too.
    { numRuns, timeout: 20_000, ...(seed && { seed: Number(seed) }) },
  )
  expect(steps, 'requests to storage').toBeGreaterThan(10 * numRuns)
})
