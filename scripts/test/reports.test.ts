import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testsIn } from './reports.ts'

async function reportFile(content: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'report-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'report.json')
  await writeFile(file, JSON.stringify(content))
  return file
}

test('vitest results have a file, a title and, on failure, a reason without colours', async () => {
  const file = await reportFile({
    testResults: [
      {
        name: join(process.cwd(), 'src/a.test.ts'),
        status: 'failed',
        assertionResults: [
          { fullName: 'it works', status: 'passed' },
          { fullName: 'never ran', status: 'todo' },
          { fullName: 'it breaks', status: 'failed', failureMessages: ['\u001b[31mred\u001b[39m'] },
        ],
      },
    ],
  })
  expect(await testsIn(file)).toEqual([
    { name: 'src/a.test.ts › it works', outcome: 'passed' },
    { name: 'src/a.test.ts › never ran', outcome: 'skipped' },
    { name: 'src/a.test.ts › it breaks', outcome: 'failed', why: 'red' },
  ])
})

test('a test file that cannot be loaded is a failed test', async () => {
  const broken = { name: 'b.test.ts', status: 'failed', message: 'no such module' }
  const file = await reportFile({ testResults: [{ ...broken, assertionResults: [] }] })
  expect(await testsIn(file)).toEqual([
    { name: 'b.test.ts', outcome: 'failed', why: 'no such module' },
  ])
})

test('browser results include nested suites and errors outside of tests', async () => {
  const spec = (title: string, status: string, ...messages: string[]) => ({
    file: 'a.spec.ts',
    title,
    tests: [{ status, results: messages.map((message) => ({ errors: [{ message }] })) }],
  })
  const file = await reportFile({
    suites: [
      {
        specs: [spec('outer', 'expected')],
        suites: [{ specs: [spec('inner', 'flaky', 'red', 'again')] }],
      },
    ],
    errors: [{ message: 'no such file' }],
  })
  expect(await testsIn(file)).toEqual([
    { name: 'a.spec.ts › outer', outcome: 'passed' },
    { name: 'a.spec.ts › inner', outcome: 'failed', why: 'red\n  again' },
    { name: 'Playwright', outcome: 'failed', why: 'no such file' },
  ])
})

test('only the first lines of a long reason are kept', async () => {
  const why = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')
  const failed = { fullName: 'it breaks', status: 'failed', failureMessages: [why] }
  const file = await reportFile({
    testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [failed] }],
  })
  expect((await testsIn(file))[0]?.why?.split('\n')).toHaveLength(12)
})
