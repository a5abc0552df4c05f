import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { playwrightTests, vitestTests } from './reports.ts'

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
          { fullName: 'it works', status: 'passed', duration: 5 },
          { fullName: 'never ran', status: 'todo' },
          { fullName: 'it breaks', status: 'failed', failureMessages: ['\u001b[31mred\u001b[39m'] },
        ],
      },
    ],
  })
  expect(await vitestTests(file)).toEqual([
    { name: 'src/a.test.ts › it works', ms: 5, outcome: 'passed' },
    { name: 'src/a.test.ts › never ran', ms: 0, outcome: 'skipped' },
    { name: 'src/a.test.ts › it breaks', ms: 0, outcome: 'failed', why: 'red' },
  ])
})

test('a test file that cannot be loaded is a failed test', async () => {
  const broken = { name: 'b.test.ts', status: 'failed', message: 'no such module' }
  const file = await reportFile({ testResults: [{ ...broken, assertionResults: [] }] })
  expect(await vitestTests(file)).toEqual([
    { name: 'b.test.ts', ms: 0, outcome: 'failed', why: 'no such module' },
  ])
})

test('browser results include nested suites and errors outside of tests', async () => {
  const spec = (title: string, status: string, ...durations: number[]) => ({
    file: 'a.spec.ts',
    title,
    tests: [{ status, results: durations.map((duration) => ({ duration })) }],
  })
  const file = await reportFile({
    suites: [
      {
        specs: [spec('outer', 'expected', 5)],
        suites: [{ specs: [spec('inner', 'flaky', 7, 8)] }],
      },
    ],
    errors: [{ message: 'no such file' }],
  })
  expect(await playwrightTests(file)).toEqual([
    { name: 'a.spec.ts › outer', ms: 5, outcome: 'passed' },
    { name: 'a.spec.ts › inner', ms: 15, outcome: 'failed', why: '' },
    { name: 'Playwright', ms: 0, outcome: 'failed', why: 'no such file' },
  ])
})

test('only the first lines of a long reason are kept', async () => {
  const why = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')
  const failed = { fullName: 'it breaks', status: 'failed', failureMessages: [why] }
  const file = await reportFile({
    testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [failed] }],
  })
  expect((await vitestTests(file))[0]?.why?.split('\n')).toHaveLength(12)
})
