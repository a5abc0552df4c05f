import { readFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'

/**
 * One test as its runner reported it: how long it took in milliseconds, what it failed with, and
 * whether a second try passed.
 */
export type Reported = { name: string; ms: number; failure?: string; isRescued?: boolean }

/** The slowest tests of all, slowest first, as lines to print. */
export const slowest = (tests: Reported[], count = 10): string[] =>
  tests
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}`)

/**
 * Every test that failed, or failed first and then passed, as lines to print: its name and the
 * beginning of why. All of it is far above, in its step.
 */
export const failures = (tests: Reported[], isRescued = false): string[] =>
  tests
    .filter((test) => test.failure !== undefined && (test.isRescued ?? false) === isRescued)
    .flatMap(({ name, failure = '' }) => [
      name,
      ...failure.split('\n', MOST_LINES).map((line) => `  ${line}`),
    ])

const MOST_LINES = 12

type VitestReport = {
  testResults: {
    name: string
    status?: string
    message?: string
    assertionResults: {
      fullName: string
      status?: string
      duration?: number
      failureMessages?: string[]
    }[]
  }[]
}

/** Every test that vitest's JSON report names, and every file that could not be loaded. */
export async function vitestTests(file: string): Promise<Reported[]> {
  const { testResults } = JSON.parse(await readFile(file, 'utf8')) as VitestReport
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.map((test): Reported => {
      const told = { name: `${shortened(name)} › ${test.fullName}`, ms: test.duration ?? 0 }
      const { failureMessages = [] } = test
      if (failureMessages.length === 0) return told
      return { ...told, failure: plain(failureMessages), isRescued: test.status === 'passed' }
    })
    const isBroken = status === 'failed' && !assertionResults.some((test) => test.status === status)
    return isBroken ? [...tests, { name: shortened(name), ms: 0, failure: message ?? '' }] : tests
  })
}

type Suite = {
  specs: { file: string; title: string; tests: PlaywrightTest[] }[]
  suites?: Suite[]
}
type PlaywrightTest = { projectName: string; status?: string; results: Result[] }
type Result = { duration: number; errors?: { message?: string }[] }

/** Every test that Playwright's JSON report names. */
export async function playwrightTests(file: string): Promise<Reported[]> {
  const report = JSON.parse(await readFile(file, 'utf8')) as { suites: Suite[] }
  return report.suites.flatMap(testsOf)
}

const testsOf = ({ specs, suites = [] }: Suite): Reported[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      name: `${file} › ${title} (${projectName})`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      ...((status === 'unexpected' || status === 'flaky') && {
        failure: plain(
          results.flatMap(({ errors = [] }) => errors.map(({ message }) => message ?? '')),
        ),
        isRescued: status === 'flaky',
      }),
    })),
  ),
  ...suites.flatMap(testsOf),
]

/** Without the colours that the runners write for a terminal. */
const plain = (messages: string[]) => stripVTControlCharacters(messages.join('\n'))

/** vitest names files by their whole path. */
const shortened = (path: string) => path.replace(`${process.cwd()}/`, '')
