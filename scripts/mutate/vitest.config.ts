import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'
import { coveredRooms } from './covered-rooms.ts'

/**
 * Runs only the tests of the mutated room. Stryker's own `testFiles` activates a mutant too late if
 * it changes code that runs while a module loads (stryker-js 6144).
 */
export default defineConfig((env) => {
  const { tests = [] } = coveredRooms[process.env['MUTATED_ROOM'] ?? ''] ?? {}
  const settings = base(env)
  // The projects name the tests of all rooms.
  const { projects, ...test } = settings.test ?? {}
  return mergeConfig({ ...settings, test }, { test: { include: [...tests] } })
})
