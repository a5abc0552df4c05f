import { readFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'

export type Test = { name: string; outcome: 'passed' | 'failed' | 'skipped'; why?: string }

/** Lines of the reason for a failure. The runner has printed all of it. */
const MOST_LINES = 12

/** What is read of vitest's JSON report. */
type Vitest = {
  testResults: {
    name: string
    message?: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}

/** What is read of Playwright's. */
type Playwright = { suites: Suite[]; errors: Failure[] }
type Failure = { message?: string }
type Suite = {
  suites?: Suite[]
  specs: {
    file: string
    title: string
    tests: { status: string; results: { errors?: Failure[] }[] }[]
  }[]
}

/** All tests of a report. A file that could not be loaded is a failed test. */
export async function testsIn(file: string): Promise<Test[]> {
  const report = JSON.parse(await readFile(file, 'utf8')) as Vitest | Playwright
  return 'testResults' in report ? vitestTests(report) : playwrightTests(report)
}

const vitestTests = ({ testResults }: Vitest): Test[] =>
  testResults.flatMap(({ name, message = '', assertionResults }) => {
    const path = name.replace(`${process.cwd()}/`, '')
    if (assertionResults.length === 0) return testOf(path, 'failed', [message])
    return assertionResults.map(({ fullName, status, failureMessages }) =>
      testOf(`${path} › ${fullName}`, status, failureMessages),
    )
  })

const playwrightTests = ({ suites, errors }: Playwright): Test[] => [
  ...suites.flatMap(testsOf),
  ...errors.map(({ message = '' }) => testOf('Playwright', 'failed', [message])),
]

const testsOf = ({ suites = [], specs }: Suite): Test[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => {
      const failures = results.flatMap(({ errors = [] }) => errors)
      const why = failures.map(({ message = '' }) => message)
      return testOf(`${file} › ${title}`, status, why)
    }),
  ),
  ...suites.flatMap(testsOf),
]

const PASSED = ['passed', 'expected']
const SKIPPED = ['skipped', 'pending', 'todo']

/** Any status that is neither passed nor skipped counts as failed. */
function testOf(name: string, status: string, why: string[] = []): Test {
  if (PASSED.includes(status)) return { name, outcome: 'passed' }
  if (SKIPPED.includes(status)) return { name, outcome: 'skipped' }
  const lines = stripVTControlCharacters(why.join('\n')).split('\n')
  return { name, outcome: 'failed', why: lines.slice(0, MOST_LINES).join('\n  ') }
}
