import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reportFile } from './report-file.ts'
import { playwrightTimes, slowest, vitestTimes } from './slowest.ts'

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
  expect(await vitestTimes(file)).toEqual([
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
  expect(await playwrightTimes(file)).toEqual([
    { name: 'a.spec.ts › outer (dark)', ms: 5 },
    { name: 'a.spec.ts › inner (dark)', ms: 15 },
  ])
})
