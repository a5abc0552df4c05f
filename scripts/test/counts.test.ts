import { expect, test } from 'vitest'
import { held, playwrightCounts, sum, summary, vitestCounts } from './counts.ts'
import { reportFile } from './report-file.ts'

const counts = (passed: number, failed = 0, skipped = 0) => ({ passed, failed, skipped })

test('the last line leaves out what nobody skipped', () => {
  expect(summary(counts(12))).toBe('12 passed, 0 failed')
  expect(summary(counts(12, 1, 3))).toBe('12 passed, 1 failed, 3 skipped')
})

test('a total adds up every step', () => {
  expect(sum([counts(1), counts(2, 3, 4)])).toEqual(counts(3, 3, 4))
})

test('a runner that fails without a failed test has failed once', () => {
  expect(held(counts(5), false)).toEqual(counts(5, 1))
  expect(held(counts(5, 2), false)).toEqual(counts(5, 2))
})

test('a runner that runs no test has failed once', () => {
  expect(held(counts(0), true)).toEqual(counts(0, 1))
  expect(held(counts(0, 0, 7), true)).toEqual(counts(0, 1, 7))
})

test('a test file that can not be loaded counts as a failure', async () => {
  const file = await reportFile({
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  })
  expect(await vitestCounts(file)).toEqual(counts(3, 2, 2))
})

test('browser errors outside any test count as failures', async () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }
  const file = await reportFile({ stats, errors: [{ message: 'no such file' }] })
  expect(await playwrightCounts(file)).toEqual(counts(5, 2, 2))
})
