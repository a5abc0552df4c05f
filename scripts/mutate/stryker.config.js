import { coveredRooms } from './covered-rooms.ts'

/** Stryker's settings for the room that scripts/mutate.ts names. */

const room = process.env['MUTATED_ROOM'] ?? ''

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [...(coveredRooms[room]?.mutate ?? [])],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  // With `related` vitest would choose tests itself.
  vitest: { configFile: 'scripts/mutate/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  timeoutMS: 15_000,
  disableTypeChecks: false,
  // No test reads these.
  ignorePatterns: ['/dist', '/.astro', '/.cache', '/.data', '/.netlify', '/public', '/docs'],
  tempDirName: '.cache/stryker',
  cleanTempDir: 'always',
  reporters: ['progress-append-only', 'clear-text', 'html'],
  clearTextReporter: { logTests: false, reportTests: false },
  htmlReporter: { fileName: `.cache/mutation/${room}.html` },
  // Below this percentage the command fails.
  thresholds: { high: 95, low: 90, break: 90 },
  warnings: false,
}
