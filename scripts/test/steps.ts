import { playwrightCounts, vitestCounts, type Counts } from './counts.ts'

/** What `npm test` consists of. */

export type Step = {
  name: string
  commands: string[][]
  /** Settings of its own; they may take a while to be known. */
  env?: () => Promise<NodeJS.ProcessEnv>
  /** How the step's own tests are counted; without it the step counts as one. */
  count?: () => Promise<Counts>
}

export const VITEST_REPORT = '.cache/vitest.json'
export const PLAYWRIGHT_REPORT = '.cache/playwright.json'

const types: Step = {
  name: 'Types',
  commands: [
    ['astro', 'check'],
    ['tsc', '--noEmit'],
  ],
}

/** What is said of the source as text; `isFixing` mends what a tool can mend. */
const textSteps = (isFixing = false): Step[] => [
  { name: 'Rooms', commands: [['depcruise', 'src', 'netlify', 'scripts', 'tests']] },
  { name: 'Lint', commands: [['eslint', '.', ...(isFixing ? ['--fix'] : [])]] },
  { name: 'Format', commands: [['prettier', isFixing ? '--write' : '--check', '.']] },
]

/** What can be said of the source without running it. */
export const staticSteps = (isFixing = false): Step[] => [types, ...textSteps(isFixing)]

const build: Step = { name: 'Build', commands: [['node', 'scripts/build.ts']] }

/**
 * A test that waits for other processes may lose a race on a busy machine. It has one more try, and
 * is named at the end: docs/decisions/0034-second-try.md.
 */
const SECOND_TRY = 1

const unitTests: Step = {
  name: 'Unit and API tests',
  commands: [
    [
      ...['vitest', 'run', `--retry=${SECOND_TRY}`, '--reporter=default', '--reporter=json'],
      ...[`--outputFile.json=${VITEST_REPORT}`, '--reporter=./scripts/test/vitest-progress.ts'],
    ],
  ],
  count: () => vitestCounts(VITEST_REPORT),
}

const browserTests = (chromium: Promise<string | undefined>): Step => ({
  name: 'Browser tests',
  commands: [
    [
      ...['playwright', 'test', `--retries=${SECOND_TRY}`],
      '--reporter=list,json,./scripts/test/playwright-progress.ts',
    ],
  ],
  env: async () => ({
    PLAYWRIGHT_JSON_OUTPUT_FILE: PLAYWRIGHT_REPORT,
    CHROMIUM_PATH: (await chromium) ?? '',
  }),
  count: () => playwrightCounts(PLAYWRIGHT_REPORT),
})

/**
 * The steps as they run: stages one after the other, the lanes of a stage side by side. Build and
 * types both write Astro's folder of what it knows, so they share a lane; lint keeps the other core
 * busy. The browser tests have clocks, so nothing runs beside them.
 */
export const stagesWith = (chromium: Promise<string | undefined>): Step[][][] => [
  [textSteps(), [build, types, unitTests]],
  [[browserTests(chromium)]],
]
