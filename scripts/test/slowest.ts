import { readFile } from 'node:fs/promises'

/** One test and how long it took, in milliseconds. */
export type Timed = { name: string; ms: number }

/** The slowest tests of all, slowest first, as lines to print. */
export const slowest = (tests: Timed[], count = 10): string[] =>
  tests
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}`)

type VitestReport = {
  testResults: { name: string; assertionResults: { fullName: string; duration?: number }[] }[]
}

/** Every test that vitest's JSON report names. */
export async function vitestTimes(file: string): Promise<Timed[]> {
  const { testResults } = JSON.parse(await readFile(file, 'utf8')) as VitestReport
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration = 0 }) => ({
      name: `${shortened(name)} › ${fullName}`,
      ms: duration,
    })),
  )
}

type Suite = {
  specs: { file: string; title: string; tests: { projectName: string; results: Result[] }[] }[]
  suites?: Suite[]
}
type Result = { duration: number }

/** Every test that Playwright's JSON report names. */
export async function playwrightTimes(file: string): Promise<Timed[]> {
  const report = JSON.parse(await readFile(file, 'utf8')) as { suites: Suite[] }
  return report.suites.flatMap(timesOf)
}

const timesOf = ({ specs, suites = [] }: Suite): Timed[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, results }) => ({
      name: `${file} › ${title} (${projectName})`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  ),
  ...suites.flatMap(timesOf),
]

/** vitest names files by their whole path. */
const shortened = (path: string) => path.replace(`${process.cwd()}/`, '')
