import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'
import { coveredRooms } from './covered-rooms.ts'

/**
 * The tests of the room that is being mutated, and no others. Stryker's own `testFiles` would say the
 * same, but with it a mutant in what a module does while it is loaded is switched on too late
 * (stryker-js 6144), and survives.
 */
export default defineConfig((env) => {
  const { tests = [] } = coveredRooms[process.env['MUTATED_ROOM'] ?? ''] ?? {}
  const settings = base(env)
  return mergeConfig(
    { ...settings, test: { ...settings.test, include: [] } },
    {
      test: { include: [...tests] },
    },
  )
})
