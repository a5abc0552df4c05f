import { coveredRooms } from './covered-rooms.ts'

/** Stryker's settings for one room. scripts/mutate.ts names it; vitest.config.ts has its tests. */

const room = process.env['MUTATED_ROOM'] ?? ''

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [...(coveredRooms[room]?.mutate ?? [])],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  // `related` would let vitest look for tests by itself.
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
