import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reportFile } from './report-file.ts'
import { failures, playwrightTests, slowest, vitestTests } from './reported.ts'

test('the slowest come first, and no more than asked for', () => {
  const tests = [
    { name: 'quick', ms: 90 },
    { name: 'slowest', ms: 12_340 },
    { name: 'slow', ms: 2_000 },
  ]
  expect(slowest(tests, 2)).toEqual(['  12.3 s  slowest', '   2.0 s  slow'])
})

test('vitest’s tests are named by file and title', async () => {
  const file = await reportFile({
    testResults: [
      {
        name: join(process.cwd(), 'src/a.test.ts'),
        assertionResults: [{ fullName: 'it works', duration: 5 }, { fullName: 'never ran' }],
      },
    ],
  })
  expect(await vitestTests(file)).toEqual([
    { name: 'src/a.test.ts › it works', ms: 5 },
    { name: 'src/a.test.ts › never ran', ms: 0 },
  ])
})

test('the browser’s tests are found however deep they are, with all their tries', async () => {
  const spec = (title: string, ...durations: number[]) => ({
    file: 'a.spec.ts',
    title,
    tests: [{ projectName: 'dark', results: durations.map((duration) => ({ duration })) }],
  })
  const file = await reportFile({
    suites: [{ specs: [spec('outer', 5)], suites: [{ specs: [spec('inner', 7, 8)] }] }],
  })
  expect(await playwrightTests(file)).toEqual([
    { name: 'a.spec.ts › outer (dark)', ms: 5 },
    { name: 'a.spec.ts › inner (dark)', ms: 15 },
  ])
})

test('what failed is named with the first lines of why, without colours', async () => {
  const failed = (message: string) => ({ status: 'failed', failureMessages: [message] })
  const vitest = await reportFile({
    testResults: [
      {
        name: join(process.cwd(), 'src/a.test.ts'),
        status: 'failed',
        assertionResults: [
          { fullName: 'it works', status: 'passed' },
          { fullName: 'it breaks', ...failed('\u001b[31mred\u001b[39m is not blue') },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  })
  const run = (status: string, ...messages: string[]) => ({
    projectName: 'light',
    status,
    results: messages.map((message) => ({ duration: 1, errors: [{ message }] })),
  })
  const spec = (title: string, one: object) => ({ file: 'c.spec.ts', title, tests: [one] })
  const browser = await reportFile({
    suites: [
      { specs: [spec('shows', run('unexpected', 'hidden')), spec('holds', run('expected'))] },
    ],
  })
  expect(failures([...(await vitestTests(vitest)), ...(await playwrightTests(browser))])).toEqual([
    ...['src/a.test.ts › it breaks', '  red is not blue'],
    ...['b.test.ts', '  no such module'],
    ...['c.spec.ts › shows (light)', '  hidden'],
  ])
})

test('a long reason is cut', () => {
  const failure = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')
  expect(failures([{ name: 'a', ms: 1, failure }])).toHaveLength(13)
})

test('what passed at the second try is named apart from what failed', async () => {
  const vitest = await reportFile({
    testResults: [
      {
        name: 'a.test.ts',
        status: 'passed',
        assertionResults: [{ fullName: 'waits', status: 'passed', failureMessages: ['too early'] }],
      },
    ],
  })
  const results = [{ duration: 1, errors: [{ message: 'hidden' }] }, { duration: 1 }]
  const flaky = { projectName: 'dark', status: 'flaky', results }
  const browser = await reportFile({
    suites: [{ specs: [{ file: 'c.spec.ts', title: 'shows', tests: [flaky] }] }],
  })
  const tests = [...(await vitestTests(vitest)), ...(await playwrightTests(browser))]
  expect(failures(tests)).toEqual([])
  expect(failures(tests, true)).toEqual([
    ...['a.test.ts › waits', '  too early'],
    ...['c.spec.ts › shows (dark)', '  hidden'],
  ])
})
