import { readFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'

export type Test = {
  name: string
  ms: number
  outcome: 'passed' | 'failed' | 'skipped'
  why?: string
}

const MOST_LINES = 12

type VitestReport = {
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: {
      fullName: string
      status: string
      duration?: number
      failureMessages?: string[]
    }[]
  }[]
}

/** All tests of vitest's JSON report. A file that could not be loaded counts as a failed test. */
export async function vitestTests(file: string): Promise<Test[]> {
  const report = JSON.parse(await readFile(file, 'utf8')) as VitestReport
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const path = name.replace(`${process.cwd()}/`, '')
    const tests = assertionResults.map((one) =>
      testOf(`${path} › ${one.fullName}`, one.duration, one.status, one.failureMessages),
    )
    const isBroken = status === 'failed' && !tests.some(({ outcome }) => outcome === 'failed')
    return isBroken ? [...tests, testOf(path, 0, 'failed', [message ?? ''])] : tests
  })
}

type Failure = { message?: string }
type Suite = {
  suites?: Suite[]
  specs: {
    file: string
    title: string
    tests: { status: string; results: { duration: number; errors?: Failure[] }[] }[]
  }[]
}

/** All tests of Playwright's JSON report. An error outside of tests counts as a failed test. */
export async function playwrightTests(file: string): Promise<Test[]> {
  type Report = { suites: Suite[]; errors: Failure[] }
  const { suites, errors } = JSON.parse(await readFile(file, 'utf8')) as Report
  return [
    ...suites.flatMap(testsIn),
    ...errors.map(({ message = '' }) => testOf('Playwright', 0, 'failed', [message])),
  ]
}

const testsIn = ({ suites = [], specs }: Suite): Test[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => {
      const ms = results.reduce((sum, { duration }) => sum + duration, 0)
      const why = results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message))
      return testOf(`${file} › ${title}`, ms, status, why)
    }),
  ),
  ...suites.flatMap(testsIn),
]

const PASSED = ['passed', 'expected']
const SKIPPED = ['skipped', 'pending', 'todo']

/** Any status that is neither passed nor skipped counts as failed. */
function testOf(name: string, ms = 0, status: string, why: string[] = []): Test {
  if (PASSED.includes(status)) return { name, ms, outcome: 'passed' }
  if (SKIPPED.includes(status)) return { name, ms, outcome: 'skipped' }
  const lines = stripVTControlCharacters(why.join('\n')).split('\n')
  return { name, ms, outcome: 'failed', why: lines.slice(0, MOST_LINES).join('\n  ') }
}
