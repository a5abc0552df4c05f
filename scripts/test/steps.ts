/** The steps of `npm test` and `npm run check`. */

/** The commands run one after the other, even after one failed. */
export type Step = { name: string; commands: string[][] }

export const VITEST_REPORT = '.cache/vitest.json'
export const PLAYWRIGHT_REPORT = '.cache/playwright.json'

export const build: Step = { name: 'Build', commands: [['node', 'scripts/build.ts']] }

export const types: Step = { name: 'Types', commands: [['astro', 'check']] }

/** Checks of the source text; `isFixing` lets the tools repair files. */
export const textSteps = (isFixing = false): Step[] => [
  { name: 'Rooms', commands: [['depcruise', 'src', 'netlify', 'scripts', 'tests']] },
  { name: 'Lint', commands: [['eslint', '.', ...(isFixing ? ['--fix'] : [])]] },
  { name: 'Format', commands: [['prettier', isFixing ? '--write' : '--check', '.']] },
]

export const unitTests: Step = {
  name: 'Unit and API tests',
  commands: [
    [
      ...['vitest', 'run', '--reporter=default', '--reporter=json'],
      `--outputFile.json=${VITEST_REPORT}`,
    ],
  ],
}

/** What holds for every studio, in a copy of the project with another studio's content. */
export const secondStudio: Step = {
  name: 'Second studio',
  commands: [['node', 'tests/second-studio/run.ts']],
}
export const SECOND_STUDIO_REPORTS = {
  vitest: '.cache/second-studio/.cache/vitest.json',
  playwright: '.cache/second-studio/.cache/playwright.json',
}

export const browserTests: Step = {
  name: 'Browser tests',
  commands: [['playwright', 'test', '--reporter=list,json']],
}
